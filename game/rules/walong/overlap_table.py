"""Which relative poses of two Walongs overlap (W-6): a table written by a program.

One bit for every pose with coordinates from -WIDTH to WIDTH, in the order of poses, lowest bit
first, deflated, in base 85. Made by assets/source/overlap_table.py; a test checks it.
"""

WIDTH = 4
TABLE = (
    b"c-qaHO>(O`6NUk~1Ot`ukO4(`2@Dx{;H7v83^Rmc;BDdZMmRgj5^k&i>~Ld4IKE##CasgW-zd?eMtb{1(ceGkk>WIs9s"
    b"YZouKgAriPIRf;I)r2{<(%YLcGT71t*Rp3x<3Y9Iv;lfkAh@-3I)^?PivRPZNJ;lxcua$nQclAr2T}Gz=*YqK@OY&!~b"
    b"oBYK9?2OeC~6lFNVlRnq$uKYu<gUsVHqzUUlj0V+7RWRQz|1JB=1wTGO49b1VLMF{~OM>3=hy4#$J(YZjo&`BS^^QN}H"
    b"sF+i4(27+v!Hd+|H(6Uu?~pMYj4co2=+0rd><n?fB+)h^}}G+Z<<bG*E34}fD;QkwDQAn!EYHxVL?!Sb~msf=%kPN36O"
    b"+r0ty&`$UJ#2C_mF&7+}ydOf>7Hgp|*7{)ksLzhPYkc}Il&FtV2O0icuwy`WV2RRre5ohQbVkPj2sd0%;)h_5RCaHVW!"
    b"%gU1P%c=^(J6G|9Tv>8{nQg!b(o2Ve<*|^j@b}8%w|7k}NSTCDF!mjSk>~&cHvC=VFxa3cTNv`KAb^54rIojUlD9u8Vi"
    b"K*FT8354DoU{Oju&c0d9(b(t&nUPCFd&Vm;gejRKeokEa~rHc_TPa1Up6ubx817ILtp51tZivM+x$2p9TTk4&@Oi1o4R"
    b"ZMbmIT3^=RVFaPQxKj;+&<p-T6`zl!1{NZ-}8lesee$+UTeciSP{9fIPV14-I&11RpCDvu{5p+_FNYKKHZ7C5}^-3*5g"
    b"%qP=&+!M!ZiW)(<4PUNCJ5q+H3U#oFY4{I0!l3`C_O`=eUzzAQ-AP^w}Qa8$lTFUy&C6JH<%9qwMa~>I_>!|J19RQ_+?"
    b"&@|52+>d!~3k)4V3mpUxsQKAq?u@}dWw@bAwskwZI8Bm~EOK4?#>GcNv3VH%&9AJV522*O}I@%jJ6GGjM8mi&(&SLk5>"
    b"7D3q{MOh#wfuJpwL3VKVu=1@$TqusKi<k_gq&CgRmz6)j!nYHy+$S#B!XuTrZd)C+yfHpQetT|7Cjc<Y4f6TLv7QNn4u"
    b"W?+b3VqA1o;9wUi)}<4Atk*N@RYK#PEfX4>z+D$nkwqbshwtAAKP|=7<-?X@q+#Oy~qUD#(X&ILpMdW9aiUzT}4(@<Fg"
    b"Coe_@f@z=u<RQg}pGleWvQ=i`=Sl<CcL3q1<PFr-Orq#Ogq!U1#dM4?*UhtqK(R4xy!<9d?V{uaFA}rYQCG75iu+tE%6"
    b"v`*(0|77(Mgfclvn)8WV8{;^fdE7x64-;@&(fy=ja=9R$>cB09T2@H0+8Z>7<DY38x8D$Xg)+V7{V9$TGq><I{Lw>AN5"
    b"ii@R>fAdtR(Mzq3;!eWx%$q4bRLJCya63;>cxH~zV9(NT|&iG+o}k%e}T!w;rBDoIx%@`gfP04Sz~C*uMZZiOc|x6shA"
    b"2s&)RLA;P((HZqC(q!4N2>Bc@WW}Wyy5AYG&de%LZqRwLVKJ~zVc72gAaijb?CiAu^7cwLMVLlzScfNO$zFiN{%(F@TX"
    b"T&~JsBu)-E^$u_4cs1m;cj8P2E2V&?dL}UefLW#p1yZWDXC*hRxVr#fiJ!#0w@N01;ULpw<{?bAW=0iz5ID5l0U;VIYl"
    b"ISIf1mBe3u0aw_@2j}gJSscWAbXM=jmISb}F<_8bf&OBHZeBo9kVw|x#oB)tMVIBL-)LmnLi2Y*8J_$PPa#+XtJG~$O<"
    b"escLJIDFkbl&JOE09EF*GYGwAAaNst0f%kJC(rhxJ!Y01}#~rx$AB0hf-_U(j~;v5>A;+@pRMm{+kkMW;%%wr2qu~V)v"
    b"pFsx?ebuw`!<((~Y@C8}e+v@85`A`|&7tf!ifmaymfI5y-MNH0W+G4k3HrVU{o8+ySRbmF9CG$^v!y>`WeMqKt)r_5&8"
    b";%v+H7<4#46MHAyN5A=W(naa}UXP=O5I1Xz_OmWZ*di$%VhN>~BN4j%a@H=2Aa0EG-w5#}G%eI(-Z2s{$euMl9ua4&+C"
    b"Es#47PMBzG*I)8RD29@qCzY$AV&{Jv0}dzYC<&?_?exc1W1O7cyn1sI|6Cl4FZ`_t5o_i4~2Ixt}{EtH5rkeUcUIFRD?"
    b"K>HT;U>M9uhoz6S=%&buu#RDHp%&Oza{ACdJ_by5*sE4<<L_Ajb-ReCPn^g7kNb;q4Gn!1cuU^#J`<}_avMJq|5Rph<R"
    b"(u>NwINshd(R}=mGOE!DXH{VN+cd5)WeQSZJrdb_Dscl<^l17V#DToqt;<Db4Xsl43KPB9*@{OaokNoD|1HX3c*LP8{B"
    b"g+XxST;Zp>aS(oIbi&^f$A=Z$+tQ0nBy7pGXfL(Kh_tCg?`I(!tT>TTp)5)l8v|9{Zeg3a%ZLPt8dM<6oVRaq`?LTwa="
    b"y~cVK<~!DL+@K4cI_c+q)7MjTN-hAt(zglb?*gI)%81Ur%kzpzIc7nA$q|tbp{AYkQAabu6^%m2I#F@_zzKoQhX_ie@I"
    b"`m$IoJ*5hb==oMJ-*Y`Yay(X#-9Bx~2SmEnT9+=`HC014SWGi2"
)
