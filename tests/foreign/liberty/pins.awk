# SPDX-License-Identifier: Apache-2.0
# pins.awk - of the two-input gates both inputs are alike: as two groups, or with -v list=1 as one group of two pins.
/^cell \(/ { gate = $0 ~ /\((NAND|NOR|AND|OR|XOR|XNOR)2X/; text = "" }
gate && /^  pin\(A\)/ { keeping = 1 }
keeping { text = text $0 "\n" }
keeping && /^  }/ { keeping = 0 }
gate && /^  pin\(A\)/ && list { sub(/\(A\)/, "(A, B)") }
gate && /^  pin\(B\)/ {
    dropping = 1
    if (!list) {
        sub(/\(A\)/, "(B)", text)
        printf "%s", text
    }
}
!dropping { print }
dropping && /^  }/ { dropping = 0 }
