# The look of all figures. Colours are those of Okabe and Ito (2008), which the colour-blind can
# tell apart. For print without colour, every curve has its own dashes and points, every bar its own
# hatching.
set encoding utf8
set linetype  1 lc rgb '#0072B2' lw 1.6 dt solid            pt 7  ps 0.8
set linetype  2 lc rgb '#D55E00' lw 1.6 dt (10,4)           pt 5  ps 0.75
set linetype  3 lc rgb '#009E73' lw 1.6 dt (3,3)            pt 9  ps 0.9
set linetype  4 lc rgb '#000000' lw 1.6 dt (10,3,2,3)       pt 13 ps 0.8
set linetype  5 lc rgb '#E69F00' lw 1.6 dt (16,4)           pt 11 ps 0.9
set linetype  6 lc rgb '#CC79A7' lw 1.6 dt (10,3,2,3,2,3)   pt 6  ps 0.8
set linetype  7 lc rgb '#56B4E9' lw 1.6 dt (5,2)            pt 4  ps 0.75
set linetype  8 lc rgb '#7F7F7F' lw 1.6 dt (2,2)            pt 8  ps 0.9
set linetype  9 lc rgb '#0072B2' lw 1.6 dt (10,3,2,3)       pt 12 ps 0.95
set linetype 10 lc rgb '#D55E00' lw 1.6 dt (2,2)            pt 10 ps 0.9
set linetype 11 lc rgb '#009E73' lw 1.6 dt (16,4)           pt 6  ps 0.8
set linetype 12 lc rgb '#000000' lw 1.6 dt (5,2)            pt 4  ps 0.75
set linetype 13 lc rgb '#E69F00' lw 1.6 dt solid            pt 8  ps 0.9
set linetype 14 lc rgb '#CC79A7' lw 1.6 dt (10,4)           pt 12 ps 0.95
set linetype 15 lc rgb '#56B4E9' lw 1.6 dt (3,3)            pt 10 ps 0.9
set linetype 16 lc rgb '#7F7F7F' lw 1.6 dt solid            pt 2  ps 0.8
set linetype cycle 16
set style line 100 lc rgb '#D8D8D8' lw 0.6 dt solid
set style line 101 lc rgb '#F0F0F0' lw 0.4 dt solid
set style line 102 lc rgb '#444444' lw 1 dt solid
set grid xtics ytics mxtics mytics back linestyle 100, linestyle 101
set border 3 linestyle 102
set tics nomirror out scale 0.6, 0.3
