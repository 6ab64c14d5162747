# Numbers in quotation marks, and lines that end with \ within complex attributes and before their parenthesis, as PrimeTime writes models
s|^  capacitive_load_unit (1,pf);|  capacitive_load_unit("1000.000000", \\\n        "ff");\n  voltage_map("VDD", \\\n        "1.8");|
s|^        index_1 (|        index_1\\\n            (|
