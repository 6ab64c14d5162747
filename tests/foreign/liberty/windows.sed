# Semicolons too many, behind attributes and groups, and the line ends of Windows
s/;$/;;/
s/^\( *\)}$/\1};/
s/$/\r/
