// Tries that fail: two initial states, a deadlock, and rewards of steps.
dtmc

module retry
    s : [0..4];
    [try] s=0 -> 0.7 : (s'=1) + 0.2 : (s'=0) + 0.1 : (s'=2);
    [try] s=1 -> 0.5 : (s'=3) + 0.5 : (s'=2);
    [reset] s=2 -> 0.9 : (s'=0) + 0.1 : (s'=4);
    [] s=3 -> (s'=3);
endmodule

init s<2 endinit

label "sent" = s=3;
label "lost" = s=4;
label "over" = s>2;

rewards "tries"
    [try] true : 1;
endrewards

rewards "cost"
    [try] s=0 : 3;
    [reset] true : 10;
    s=1 : 0.5;
endrewards
