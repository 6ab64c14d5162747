// SPDX-License-Identifier: Apache-2.0
// Checks of `WF_CHECK_LEAF, what its tag promises: docs/bytewise.md has the fields. They hold for the design's parameters.
`default_nettype none
`ifdef FORMAL
`define CHECK(holds, text) assert (holds)
`else
`define CHECK(holds, text) assert (holds) else begin $display("ASSERT %m: %s", text); $finish; end
`endif
module `WF_CHECK_OWN #(
    parameter USER_BITS = `WF_CHECK_USER_BITS  // bits of user
) (
`WF_CHECK_PORTS
);
    localparam GROUPS = `WF_GROUPS;
    localparam WIDTH  = `WF_LANES / GROUPS;              // lanes of a group
    localparam BITS   = WIDTH > 32 ? WIDTH : 32;         // of a BVR
    localparam COUNT  = WIDTH > 16 ? WIDTH / 16 : 1;     // storage units of a byte plane of a group
    localparam BVR    = 4 * GROUPS + (GROUPS > 1 ? 2 : 1), STRIDE = BVR + GROUPS * BITS;  // first bits of the tag's fields

    wire              d = tag_o[4*GROUPS];
    wire [GROUPS-1:0] full, empty, scalar, same;  // of the groups: all lanes in the mask, none; enc 1111; the BVR of group 0
    genvar k, p;
    generate
        for (k = 0; k < GROUPS; k = k + 1) begin : gen_group
            wire [3:0]      enc    = tag_o[4*k +: 4];
            wire [BITS-1:0] bvr    = tag_o[BVR + k*BITS +: BITS];
            wire            down   = enc == 4'b0000 || enc == 4'b1000 || enc == 4'b1100 || enc == 4'b1110 || enc == 4'b1111;
            wire            affine = !d && !down;
            assign full[k]   = &bvr[WIDTH-1:0];
            assign empty[k]  = ~|bvr[WIDTH-1:0];
            assign scalar[k] = enc == 4'b1111;
            assign same[k]   = bvr == tag_o[BVR +: BITS];
            always @(posedge clk_i)
                if (rst_ni && valid_o) begin
                    `CHECK(down || (!d && (`WF_STRIDES == 1 || (`WF_STRIDES == 2 && enc == 4'b0001) || (`WF_STRIDES == 3 && enc[2:0] == 3'b001))),
                           "enc is one of this configuration");
                    `CHECK(!d || BITS == WIDTH || bvr >> WIDTH == 0, "a mask in the BVR has no bits above the group's lanes");
                    `CHECK(d || BITS == 32 || bvr >> 32 == 0, "a value in the BVR has no bits above the word");
                end
            for (p = 0; p < 4; p = p + 1) begin : gen_plane
                always @(posedge clk_i)
                    if (rst_ni && valid_o)
                        `CHECK(units_o[(p*GROUPS+k)*COUNT +: COUNT] == {COUNT{d || !(affine || enc[p])}}, "the units in use are those of enc and D");
            end
            if (`WF_STRIDES == 3) begin : gen_exponent
                always @(posedge clk_i)
                    if (rst_ni && valid_o) begin
                        `CHECK(affine || tag_o[STRIDE + k*5 +: 5] == 5'd0, "only an affine group has an exponent");
                        `CHECK(!(affine && enc[3]) || tag_o[STRIDE + k*5 +: 5] != 5'd31, "2 to 31 goes upwards");
                    end
            end
            if (`WF_STRIDES == 2) begin : gen_stride
                always @(posedge clk_i)
                    if (rst_ni && valid_o)
                        `CHECK(affine == |tag_o[STRIDE + k*32 +: 32], "an affine group has a stride, and no other has one");
            end
        end
        if (GROUPS > 1) begin : gen_fs
            wire fs = tag_o[4*GROUPS+1];
            always @(posedge clk_i)
                if (rst_ni && valid_o) begin
                    `CHECK(!fs || &scalar, "all lanes hold one value only if enc of every group is 1111");
                    `CHECK(d || fs == (&scalar && &same), "all lanes of a whole write hold one value if the groups' values are equal");
                end
        end else begin : gen_one
            wire unused_fs = &{1'b0, scalar, same};
        end
    endgenerate
    always @(posedge clk_i)
        if (rst_ni && valid_o) `CHECK(!d || !(&full || &empty), "the mask of a divergent write is neither full nor empty");
    wire unused = &{1'b0, valid_i`WF_CHECK_UNUSED};
endmodule
`undef CHECK
`default_nettype wire
