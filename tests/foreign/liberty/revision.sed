# The first lines of a memory compiler's library: no quotation marks, no semicolons; and some more without
s|^library(osu018_stdcells) {|&\n/* Library Documentation */\n  date     : ".September 2018"\n  revision : .1.2\n  comment  : "Unit Area representation == 1.000 sq.micron" ;|
s|^  nom_process : 1;|  nom_process : 1|
s|^area : 24;|area : 24|
s|^    function : "(!(A B))";|    function : "(!(A B))"|
