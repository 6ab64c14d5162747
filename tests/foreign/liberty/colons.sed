# Names with colons: of a corner, of templates, of a wire load, of a user's group
s|^  operating_conditions ( typical ) {|  define_group (corner_group, library);\n  corner_group (a:b) { mode : fast:slow ; }\n  wire_load ("w:10") { resistance : 0 ; capacitance : 0 ; area : 0 ; slope : 1 ; fanout_length (1, 1) ; }\n  operating_conditions (tt:1p8:25) {|
s|^  default_operating_conditions : typical;|  default_operating_conditions : tt:1p8:25;|
s|delay_template_5x5|delay:5x5|
