# Expressions without quotation marks, with parentheses and without
s/function : "(!A)";/function : !A ;/
s/function : "(!(A B))";/function : (!(A*B)) ;/
s/function : "(!((A+B) C))";/function : !((A+B)*C) ;/
s/function : "(!((A B)+C))";/function : ((A\&B)|C)' ;/
s/enable : "CLK";/enable : (CLK);/
s/clear : "(!R)";/clear : !R ;/
s/preset : "(!S)";/preset : S' ;/
