# Supply pins of names that end with ! in every cell, as the pins that use them say
s/^  nom_voltage : 1.8;/&\n  voltage_map (vdd!, 1.8);\n  voltage_map (gnd!, 0.0);/
s/^cell (\([A-Z0-9]*\)) {/&\n  pg_pin (vdd!) { voltage_name : vdd! ; pg_type : primary_power ; }\n  pg_pin (gnd!) { voltage_name : gnd! ; pg_type : primary_ground ; }/
s/^  pin([A-Z]*)  {/&\n    related_power_pin : vdd! ;\n    related_ground_pin : gnd! ;/
