# SPDX-License-Identifier: Apache-2.0
# plain.sh - sourced after tap.sh: the plain readings in tests/ref, NAME_ref_enc and NAME_ref_dec of a codec, NAME_ref of a block, with the
# parameters that the lines `ref` of tests/cases/NAME give them (tests/tools/cases.awk).

# ref_module UNIT PART: its name
ref_module() { case $2 in enc | dec | move) echo "$1_ref_$2" ;; *) echo "$1_ref" ;; esac; }

# refs_in FILE...: the plain readings that these files name
refs_in() { cat "$@" | grep -oE '[a-z0-9_]+_ref(_enc|_dec|_move)?' | sort -u; }

# refs_with MODULE...: the files of these plain readings, and of those that they instantiate
refs_with() {
    modules=$*
    while
        # shellcheck disable=SC2046
        more=$(refs_in $(printf 'tests/ref/%s.v ' $modules))
        [ "$more" != "$modules" ]
    do modules=$more; done
    # shellcheck disable=SC2086
    printf 'tests/ref/%s.v ' $modules
}

# ref_files UNIT PART: its file, and those of the plain readings that it instantiates
ref_files() { refs_with "$(ref_module "$1" "$2")"; }

# ref_parameters DIR UNIT PART: of the design in DIR
ref_parameters() {
    cases=tests/cases/$2
    text=$(awk -v want=ref -f tests/tools/cases.awk "$cases" |
        awk -F '\t' -v part="$3" '{ of[$4] = $5 } END { print part in of ? of[part] : of["*"] }')
    [ -n "$text" ] || { echo "$cases: no line \"ref [$3] .PARAMETER(VALUE), ...\"" > "$log"; return 1; }
    awk -v text="$text" -v where="$cases: ref $3" '
        /^\t"design":/ { inside = 1; next }
        inside && /^\t}/ { inside = 0 }
        inside && split($0, field, "\"") >= 5 { value[field[2]] = field[4] }
        END {
            while (match(text, /%[a-z][a-z0-9_.-]*(=[A-Za-z0-9_-]+)?/)) {
                key = substr(text, RSTART + 1, RLENGTH - 1)
                word = key
                if (!sub(/^[^=]*=/, "", word)) word = ""
                sub(/=.*/, "", key)
                if (!(key in value)) { print where ": the design has no \"" key "\"" > "/dev/stderr"; exit 1 }
                is = word == "" ? value[key] : index("," value[key] ",", "," word ",") ? 1 : 0
                text = substr(text, 1, RSTART - 1) is substr(text, RSTART + RLENGTH)
            }
            print text
        }' "$1/manifest.json" 2> "$log"
}

# ports DIR inputs|outputs: lines "name bits" of a block
ports() { sed -n "/\"$2\":/,/}/ s/^\t*\"\([a-z_]*_[io]\)\":\t\([0-9]*\),*$/\1 \2/p" "$1/manifest.json"; }

# join_ports DIR NET inputs|outputs: connections of a block's ports to one vector in $joined_ports, and its width in $width
join_ports() {
    width=0 joined_ports=
    while read -r port bits; do
        joined_ports="$joined_ports .$port($2[$((width + bits - 1)):$width]),"
        width=$((width + bits))
    done << END
$(ports "$1" "$3")
END
}

# make_plain DIR UNIT: turns the combinational design in DIR (name "unit") into the plain reading of its paper. Its units become shells
# around tests/ref, so the same benches and the same synthesis measure it
make_plain() {
    if [ -f "$1/rtl/unit_enc.v" ]; then
        m=$1/manifest.json block=$(value "$1/manifest.json" block_bits)
        mask=$(value "$m" mask_bits) tag=$(value "$m" tag_bits) payload=$(value "$m" payload_bits) wen=$(value "$m" wen_bits)
        side='input [USER_BITS-1:0] user_i' back='output [USER_BITS-1:0] user_o, '
        take="input raw_only_i, $([ "$mask" = 0 ] || echo "input [$((mask - 1)):0] mask_i,") input [$((block - 1)):0] block_i"
        shell "$1" "$2" enc "$side, $take" "${back}output [$((tag - 1)):0] tag_o, output [$((payload - 1)):0] payload_o,
            output [$(($(units_of "$m") - 1)):0] units_o, output [$((wen - 1)):0] wen_o"
        shell "$1" "$2" dec "$side, input [$((tag - 1)):0] tag_i, input [$((payload - 1)):0] payload_i" \
            "${back}output [$((block - 1)):0] block_o"
    else
        shell "$1" "$2" "$2" "$(declared "$1" input)" "$(declared "$1" output)"
    fi
}

# declared DIR input|output: a block's ports
declared() { ports "$1" "$2s" | awk -v side="$2" '{ printf "%s%s [%d:0] %s", comma, side, $2 - 1, $1; comma = ", " }'; }

# shell DIR UNIT PART INPUTS OUTPUTS: one of them; the ports of the plain reading have the unit's names
shell() {
    connected=$(echo "$4, $5" | grep -oE '[a-z_]+_[io]\b' | grep -v '^user_' | sed 's/.*/.&(&)/' | paste -s -d ,)
    params=$(ref_parameters "$1" "$2" "$3") || exit 1
    ready=$([ "$(value "$1/manifest.json" "$3_ready")" != true ] || echo ready_o)
    stall=$(value "$1/manifest.json" stall) held=
    case $stall$(value "$1/manifest.json" wrapper) in *1*) held=ready_i ;; esac
    {
        echo "module unit_$3 #(parameter USER_BITS = 16, FLOW = ${stall:-0})
            (input clk_i, rst_ni, valid_i, ${held:+$held, }$4, output ${ready:+$ready, }valid_o, $5);"
        echo "    assign valid_o = valid_i;"
        [ -z "$ready" ] || echo "    assign ready_o = FLOW == 0 || ${held:-1'b1};"
        [ "$3" = "$2" ] || echo "    assign user_o = user_i;"
        echo "    $(ref_module "$2" "$3") #($params) plain ($connected);"
        echo "endmodule"
        # shellcheck disable=SC2046
        cat $(ref_files "$2" "$3")
    } > "$1/rtl/unit_$3.v"
}
