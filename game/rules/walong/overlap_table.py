"""Which relative poses of two Walongs overlap (W-6): a table written by a program.

One bit for every pose with coordinates from -WIDTH to WIDTH, ordered by d, b, c, a, and k, lowest
bit first, packed by LZMA, in base 85. Made by assets/source/overlap_table.py; a test checks it.
"""

WIDTH = 6
TABLE = (
    b"000001poj4|NsC0{{R4Ref|HgkfAl;s)q>l_}Nqe7!Z%Zz$Y|E1ZUpvT=OcLCOaZaZFJSQj%#lbd;R^pjImi~jBvt-`s"
    b"U3A2g1oh^ya4T%NznkKVk?ep)Nisty6)ILFAZ8{yaN8#d3r#5S$-84;E|ADh*4)v}-TOHSx~5dVEgh?nc@J?`lOjxQH?"
    b"^@(veaMsr}awcjAcO7oz9*}-PmO>24g#Xmx&`KBY(;Zgzxk{BO05_y`*94M}R<J*Hbi5rtJf(}ww4w2$QG6R}HpL|KAz"
    b"UzWoed<4&Ls@TpRrEdUb;D&ySJy;bCovmSv#3hyV4+RiW57!ZQY^$^-kL%VtzI;&vdg_}cS&6pm@5PZ&`ysS!AN=_m$c"
    b"ZnMML`MCB$}cDwlFC$bjCvzO~Z=n?@fhT=uaToX1Cv7~K``*7chYCiWs9?Rw3COXpV}L*z9$1ijGUTvZUZLEVuHGp{1T"
    b"%oR&Cnx(asM@m(5dtlD)2r4B!N7@O;@`Ha}T(h`X>h1C!WuYP#EfuBvu8{_I!~%%`MW%}-0bUv>Wn&fG8P%LChAt$;pb"
    b"JUoAh6S>B|Nk%Sc<wFg$$^bEFH95D29(NQBamIy8*fp;xVG)dn~cUEP`FyMz{Lh6r{j<QwTE}TgZI<Ix$7o!FZdY=@m{"
    b"k{K{e9@U0e;>4969u&9<IwDA&2t12>iLuLAwEB!E`>fj@M3@~FFE+?YHS*iS_s1V*?ON3e<Vh++~N_EdFXFKeBFWJ-aI"
    b"KCu3B+0-4t(!TkN8|~s$PBaSseyfAt%Wqwef}pkT56u*JK`N2zJqfDO1&Yg*h5UIF$^@p5uL^^Erh@{sf84C8F>VmB%R"
    b"EBK@2UzDSQ*#9a4N5-l3KRR(%?VW7x2d({C;SM(9D+GMGG|I@)t2&-A?s99?aXekI=yd`T#5pi_vxLsUcO3sXKw8z6a("
    b"Bp(d>rhLX|{Nm$+Mb`>9V3O552klz<8t+oZ>S*x>Sj&{C^}3=cpC_JANCqZQegAiDlwdRCFRMt}JsiqZI-Anz+H418V@"
    b"UbYL|d)exY{_C&0B`KvvYDNCNl@UBLXF`z;r2=MJE#Eb#_(d_P7Aa#JJ%>Xyp$jZTVZ2{eZJ3;jnu;{K^E0NpK7_9-%D"
    b"ryaeA-1D#U+{1I|6k*m6s+)Rd0;|I|(uir)(@0k=x_V)m{1cCQ9mn6UR5Po~pCth^!$3|dMr_9bF$pu0_Ri&~i+QQ4r8"
    b"10KbI9d{Rb*5@E?j7urmcy-soYFp}XQ#f4JA@hRcA3EuP5bDW&@v^_2zRLNuVNlRK6pa{@g766lmC}KV9759Wc$SKqeZ"
    b"Cmm4gxfg@A?QQK^A$k5XF((yn|;*;S9-DN0P|j!{VmXBKre4(tO@&_w#4iOs`LsMQp8yKe@YS(Vaug*}X=`JFD(yB?Mn"
    b"Jpi^v;iEg(8KOb1NrcWl0_t8Vz>raP>-h&J{>s=MAyGWTUU2sa_1+@zm4^wErJ`oBHW8t%i;RSigSwVImy!xA$_&;%7$"
    b"ny51(+ZIvd~CwaOKjI9`SX|T5@%?RH)d^QuX_n>;+MJ=oD*_uKHIAEC3`&Yj)(jWQkQAWD*LLp6h7fOT(YIEWG1$;uZY"
    b"yRl?f`LG@srDrduJSsXACaW$)x-dMkk(~&<~b%J@!+oCxXb6crWpuTckGFGN){GPyWzJDXU^1SC=I3kjMpNn|m7CxtNU"
    b"DvTm!LQYJ>VVxG{r@GbKYknlUaA8B-j@(j?F**&HV?(ycTa5cy(2h{*<)QZ>@Q?(F^}YqBNhbA3h3wKgw-NJIpuZHJ`4"
    b"pgVA**Tf7v5S3<aP#6?JkMP*pPq)5gL>l_XnmE<%k?-$g3@j4H7G370?Tf>vsv;7k7ni{g^97(fQB)QM;@PI73$zR3P?"
    b")sJD4Rfd6bQMGmQz<T18t^Yjk^3ocyB^b{*RV<B*L0XDDhRIcLdKh&q2KpcyHq+prnxKz`-xrvS?W%bCUO#78+rFwe11"
    b"Te3DO<e=M)Jj0JaMsE>sAAx0_;|X*y~zNW}~B%=ZY{N#qSYX4HMoye(4ip^t&a<fBL_`pisj3Z-fCpB<5|!O4kJ^fXol"
    b"NSKY=T_|vOZwEt^^^ew+rk*zZ1bIAVzjNzzMR+<`=wxj3mbj<Wn;*PHZXu<ZPVtJFU>R$N@%0^V<7m``76P-d&K#Mk*7"
    b"gI4OygS|5D$AD*x25?nG#r(eQCTXjwY5dAh59mU0JkM#wm^gFBie-Y765DBE^8UGApanbA+CdlPk9s;KCu2<do=iWI4E"
    b"7|p})t;#rP*(Cb_VAvT~WqFsSMsdKzGI{mbzSixfay;JL_nT~Nr-l|GLe512D%m1QbUdfo^A%U<nR@la4KZx4Vz*@QAg"
    b"?*>qjoM0wfz|G_X<5o~NE}FGnLUX=Ov6rr^R2T|p2Rt3aU>0do$SRL9el4#Xx<R7U@8nXdDHhL@?q#`TwAeW2$v*NR0K"
    b"o>ov)Jfdp*Pr>f1TQ5bcM4`5Q{;lPsFQ8E?L=xc+5uE4a^;d0?K8ixa_ma=kG|7uc}Do*g^d@8Ml`anDnJEeh+jXWvpi"
    b"zCxX3LJ=uH%+fFTSRiFj(gwVgxF+SCq@NEr=HIbox0z4=M1m7Za^57<n|NElh0UudB<Nx=Rr;-"
)
