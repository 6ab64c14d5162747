    // usable: the code with tag t is in use, 1 zeros 2 repeat 3 8-1 4 8-2 5 8-4 6 4-1 7 4-2 8 2-1
    function usable;
        input integer t;
        integer       base, delta, size;
        begin
            base   = t == 1 ? 1 : t <= 5 ? 8 : t <= 7 ? 4 : 2;
            delta  = t <= 2 ? 0 : t == 5 ? 4 : t == 4 || t == 7 ? 2 : 1;
`ifdef WF_WITH_TAG_HEAD
            size   = 1 + base + delta * (LINE / base) + (STORED && t > 2 ? (LINE / base + 7) / 8 : 0);     // with the head
            usable = ENCODINGS[t-1] && size <= (SAVE != 0 || LINE != 32 ? LINE - 32 : LINE - 1);
`else
            size   = base + delta * (LINE / base) + (STORED && t > 2 ? (LINE / base + 7) / 8 : 0);
            usable = ENCODINGS[t-1] && size <= (SAVE != 0 ? LINE - 32 : LINE - 1);
`endif
        end
    endfunction
