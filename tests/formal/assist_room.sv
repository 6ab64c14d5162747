// SPDX-License-Identifier: Apache-2.0
//
// What assist promises of the parent's part (docs/assist.md, "What it promises", 5 and 6): of any instance, never more instructions than its room are there; and
// one that has room enters within a bound, whatever the others and low priority do, since it waits for nothing else. PROPERTY is 0 for the one, 1 for the
// other.
`default_nettype none
`include "assist_head.svh"

    reg  [5:0] due_q;       // cycles in which the watched instance had room and did not enter
    wire       due = here_q[0] && high_q[0] && !stops_q[0] && !last_q[0] && !retired_q && in_part_q[2:0] < ROOM &&
                     !(deploy_valid && !ready_i[0]) && !kill_i[0];
    reg        retired_q;
    always @(posedge clk_i) begin
        if (!run_q || ends[0]) retired_q <= 1'b0;
        else if (retire_i[watched_q[0 +: ENTRY]]) retired_q <= 1'b1;
        if (!run_q || ends[0] || leaves[0]) due_q <= 6'd0;
        else if (due) due_q <= due_q + 6'd1;
    end
    always @(posedge clk_i)
        if (run_q) begin
            if (`PROPERTY == 0) begin
                assert (!deploys[0] || in_part_q[2:0] + deploy_count <= ROOM);
                assert (in_part_q[2:0] <= ROOM);
            end else begin
                assert (due_q < ENTRIES + 6);
                assert (!deploys[0] || deploy_count != 3'd0);
            end
        end
endmodule
`default_nettype wire
