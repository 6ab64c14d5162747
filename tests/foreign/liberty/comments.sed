# Comments wherever blanks may be, and what only looks like one
1s|^|/**//***/ // library (none) {\n|
s|^library(osu018_stdcells) {|/* } "not the end */ library /* of */ (osu018_stdcells) { // see below: */ "\n  comment : "https://example.org/lib // no comment /* neither */" ;|
s|^area : 24;|area /* um2 */ : /* } */ 24 /* ; */ ; // 0|
s|^    direction : input;|    direction : input; /* "A" */|
s|values ( \\|values /* ns */ ( \\|
