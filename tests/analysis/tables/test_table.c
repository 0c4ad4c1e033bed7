/* Tables in all formats, compared with golden texts, and show. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/tables/table.h"
#include "plots/report/show.h"
#include "store/marks.h"
#include "store/throttle_reasons.h"
#include "tests/support/cmocka.h"
#include "tests/support/made/handmade.h"

static struct results made;

/* n = 10 and 2000, two seeds each, on two places; one run in each column for n = 2000 goes wrong.
 */
static int make(void **state)
{
    handmade_begin(&made, "golden");
    handmade_variant(&made, "jacobi", "msr", "seq");
    handmade_variant(&made, "jacobi", "msr", "cuda");
    for (size_t p = 0; p < 4; p++) {
        handmade_problem(&made, (const char *[]){"a|1", "a&2", "b_1", "b,\"2\""}[p], 10, 20);
        handmade_axis(&made, "n", p < 2 ? 10 : 2000, NULL);
        handmade_axis(&made, "seed", (double)(p % 2 + 1), NULL);
        handmade_run(&made, p, 0, p == 3 ? CASE_TIMEOUT : CASE_OK, 0.001 * (double)(p + 1),
                     p == 0 ? 3 : 1);
        handmade_run(&made, p, 1, p < 2 ? CASE_OK : CASE_NO_DEVICE, 0.0625, 1);
    }
    handmade_table(&made, "mine", "n", NULL, NULL, NULL);
    handmade_table(&made, "statuses", "problem", "place", "status",
                   "n=10"); /* goes before the built-in one */
    handmade_table(&made, "by_place", "place", "n", "status", NULL);
    handmade_figure(&made, "fig", "lines", "seed", "n", "y");
    return 0;
}

static int unmake(void **state)
{
    results_free(&made);
    return 0;
}

/* To be freed. */
static char *print(const char *name, enum table_format format)
{
    char *text;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    enum status status = table_print(&made, name, format, out);
    fclose(out);
    if (status != OK) fail_msg("%s", fail_message());
    return text;
}

static void check_table(const char *name, enum table_format format, const char *expected)
{
    char *text = print(name, format);
    assert_string_equal(text, expected);
    free(text);
}

static void prints_text(void **state)
{
    check_table("mine", TABLE_TEXT,
                "solve time by n\n"
                "\n"
                "    n                                        seq                  cuda\n"
                "-----  -----------------------------------------  --------------------\n"
                "   10                       1.50 ms [1.25, 1.75]  62.5 ms [62.5, 62.5]\n"
                "2,000  3.00 ms (1 of 2; 1 × timeout after 300 s)            2 × no GPU\n"
                "\n"
                "solve time: median over up to 2 runs [quartiles]; all columns: jacobi msr f64\n");
}

static void prints_markdown(void **state)
{
    check_table(
        "mine", TABLE_MD,
        "**solve time by n**\n"
        "\n"
        "| n | seq | cuda |\n"
        "| ---: | ---: | ---: |\n"
        "| 10 | 1.50 ms \\[1.25, 1.75\\] | 62.5 ms \\[62.5, 62.5\\] |\n"
        "| 2,000 | 3.00 ms (1 of 2; 1 × timeout after 300 s) | 2 × no GPU |\n"
        "\n"
        "solve time: median over up to 2 runs \\[quartiles\\]; all columns: jacobi msr f64\n");
}

static void prints_csv(void **state)
{
    check_table("mine", TABLE_CSV,
                "n,variant,solve_s,low_s,high_s,used,runs,extrapolated,doubtful,unchecked,"
                "disturbed,status\n"
                "10,jacobi/msr/f64/seq,0.0015,0.00125,0.00175,2,2,0,0,0,,2 ok\n"
                "10,jacobi/msr/f64/cuda,0.0625,0.0625,0.0625,2,2,0,0,0,,2 ok\n"
                "2000,jacobi/msr/f64/seq,0.003,,,1,2,0,0,0,,\"1 ok, 1 timeout\"\n"
                "2000,jacobi/msr/f64/cuda,,,,0,2,0,0,0,0,2 no_device\n");
}

/* One object a line; missing numbers are null; keys differ. */
static void prints_json(void **state)
{
    static const char start[] =
        "[\n  {\"place\": \"seq\", \"n\": 10, \"status\": \"ok\", \"low\": null, ";
    char *text = print("mine", TABLE_JSON);
    assert_non_null(strstr(text, "\n  {\"n\": 2000, \"variant\": \"jacobi/msr/f64/cuda\", "
                                 "\"solve_s\": null, \"low_s\": null, \"high_s\": null, "
                                 "\"used\": 0, \"runs\": 2, \"extrapolated\": 0, "
                                 "\"doubtful\": 0, \"unchecked\": 0, \"disturbed\": 0, "
                                 "\"status\": \"2 no_device\"}\n]\n"));
    free(text);
    text = print("by_place", TABLE_JSON);
    assert_memory_equal(text, start, sizeof start - 1);
    assert_non_null(strstr(text, "\"status_2\": \"1 ok, 1 timeout\"}"));
    free(text);
}

static void prints_latex(void **state)
{
    check_table("mine", TABLE_TEX,
                "% solve time by n\n"
                "% solve time: median over up to 2 runs [quartiles]; all columns: jacobi msr f64\n"
                "% needs \\usepackage{booktabs}\n"
                "\\begin{tabular}{rrr}\n"
                "\\toprule\n"
                "n & seq & cuda \\\\\n"
                "\\midrule\n"
                "10 & 1.50 ms {[}1.25, 1.75{]} & 62.5 ms {[}62.5, 62.5{]} \\\\\n"
                "2,000 & 3.00 ms (1 of 2; 1 × timeout after 300 s) & 2 × no GPU \\\\\n"
                "\\bottomrule\n"
                "\\end{tabular}\n");
}

static void escapes_what_formats_reserve(void **state)
{
    check_table("statuses", TABLE_MD,
                "**status by problem**\n"
                "\n"
                "| problem | seq | cuda |\n"
                "| --- | --- | --- |\n"
                "| a\\|1 | ok | ok |\n"
                "| a&amp;2 | ok | ok |\n"
                "\n"
                "only: n=10\n");
    check_table("statuses", TABLE_TEX,
                "% status by problem\n"
                "% only: n=10\n"
                "% needs \\usepackage{booktabs}\n"
                "\\begin{tabular}{lll}\n"
                "\\toprule\n"
                "problem & seq & cuda \\\\\n"
                "\\midrule\n"
                "a\\textbar{}1 & ok & ok \\\\\n"
                "a\\&2 & ok & ok \\\\\n"
                "\\bottomrule\n"
                "\\end{tabular}\n");
}

static void counts_statuses(void **state)
{
    check_table("by_place", TABLE_TEXT,
                "status by place\n"
                "\n"
                "place  n = 10  n = 2,000\n"
                "-----  ------  -------------------------------\n"
                "seq    ok      1 × ok, 1 × timeout after 300 s\n"
                "cuda   ok      no GPU\n");
}

static void figures_are_tables(void **state)
{
    check_table("fig", TABLE_TEXT,
                "solve time by seed\n"
                "\n"
                "    n  seed                           seq                cuda\n"
                "-----  ----  ----------------------------  ------------------\n"
                "   10     1  1.00 ms [0.99, 1.01] (range)  62.5 ms (1 sample)\n"
                "   10     2            2.00 ms (1 sample)  62.5 ms (1 sample)\n"
                "2,000     1            3.00 ms (1 sample)              no GPU\n"
                "2,000     2           timeout after 300 s              no GPU\n"
                "\n"
                "solve time: median of the samples [its 95 % interval]; (range): of fewer than six "
                "samples; "
                "all columns: jacobi msr f64\n");
}

static void prints_built_in_tables(void **state)
{
    check_table(
        "cases", TABLE_TEXT,
        "cases\n"
        "\n"
        "problem  variant              status   proof    iterations                 "
        "        solve  residual  error  estimated_error  note\n"
        "-------  -------------------  -------  -------  ----------  "
        "----------------------------  --------  -----  ---------------  ------------\n"
        "a|1      jacobi/msr/f64/seq   ok       checked         100  "
        "1.00 ms [0.99, 1.01] (range)     1e-09  1e-08            2e-08\n"
        "a|1      jacobi/msr/f64/cuda  ok       checked         100  "
        "          62.5 ms (1 sample)     1e-09  1e-08            2e-08\n"
        "a&2      jacobi/msr/f64/seq   ok       checked         100  "
        "          2.00 ms (1 sample)     1e-09  1e-08            2e-08\n"
        "a&2      jacobi/msr/f64/cuda  ok       checked         100  "
        "          62.5 ms (1 sample)     1e-09  1e-08            2e-08\n"
        "b_1      jacobi/msr/f64/seq   ok       checked         100  "
        "          3.00 ms (1 sample)     1e-09  1e-08            2e-08\n"
        "b_1      jacobi/msr/f64/cuda  no GPU   none            100  "
        "                           -     1e-09      -                -  for a reason\n"
        "b,\"2\"    jacobi/msr/f64/seq   timeout  none            100  "
        "                           -     1e-09      -                -  for a reason\n"
        "b,\"2\"    jacobi/msr/f64/cuda  no GPU   none            100  "
        "                           -     1e-09      -                -  for a reason\n"
        "\n"
        "solve: median of the samples [its 95 % interval]; (range): of fewer than six samples\n");
    check_table(
        "problems", TABLE_TEXT,
        "problems\n"
        "\n"
        "problem  source  kind    rows  states  transitions  classes  nnz  row_min  row_max  "
        "generate\n"
        "-------  ------  ------  ----  ------  -----------  -------  ---  -------  -------  "
        "--------\n"
        "a|1      a|1     linear    10      10           30        1   20        1        4    500 "
        "ms\n"
        "a&2      a&2     linear    10      10           30        1   20        1        4    500 "
        "ms\n"
        "b_1      b_1     linear    10      10           30        1   20        1        4    500 "
        "ms\n"
        "b,\"2\"    b,\"2\"   linear    10      10           30        1   20        1        4    "
        "500 ms\n"
        "\n"
        "nnz: off-diagonal entries that a sweep reads; row_min, row_max: of those, in one row\n");
    check_table("variants", TABLE_TEXT,
                "variants\n"
                "\n"
                "variant              method  layout  order   precision  place\n"
                "-------------------  ------  ------  ------  ---------  -----\n"
                "jacobi/msr/f64/seq   jacobi  msr     native  f64        seq\n"
                "jacobi/msr/f64/cuda  jacobi  msr     native  f64        cuda\n");
    check_table("machine", TABLE_CSV,
                "of,fact,value\n"
                "machine,key,Example CPU 9000; 8 cores; 32 GB; no GPU\n"
                "build,compiler,cc 1.0\n"
                "build,git_commit,0123456789abcdef0123456789abcdef01234567\n");
    made.ntables = 1;
    check_table("statuses", TABLE_TEXT,
                "how the cases ended\n"
                "\n"
                "status   cases\n"
                "-------  -----\n"
                "ok           5\n"
                "timeout      1\n"
                "no GPU       2\n"
                "\n"
                "5 answers checked\n");
    made.ntables = 3;
}

#define ORIGIN_HEADS ",load_at_start,cores,machine,experiment,run_started,commit"
#define ORIGIN                                                                      \
    ",,,Example CPU 9000; 8 cores; 32 GB; no GPU,golden,2026-03-04T05:06:07+00:00," \
    "0123456789abcdef0123456789abcdef01234567"

/* One line per case with every field; failed runs have no time, value or error. */
static void lists_every_field(void **state)
{
    static const char expected[] =
        "n,seed,problem,source,kind,states,transitions,nnz,density,row_min,row_max,diagonal_"
        "share,"
        "variant,method,layout,order,precision,place,cache,status,note,iterations,proof,doubtful,"
        "estimated_error,error_bound,value_bound,proven_error,value_low,value_high,proof_note,"
        "extrapolated,"
        "iterations_timed,verdict,outer,sweeps,lasso_prefix,"
        "lasso_cycle,fly_vertices,fly_edges,fly_rounds,solve_s,solve_with_inside_s,solve_device_s,"
        "per_iteration_s,"
        "ci_low_s,ci_high_s,width,samples,disturbed,t_generate_s,t_reduce_s,t_prove_inside_s,t_"
        "prove_s,"
        "t_layout_s,t_upload_s,t_download_s,"
        "t_total_s,solve_engine_s,engine_cpu_s,engine_memory_B,peak_memory_B,cpu_energy_J,"
        "gpu_energy_J,"
        "energy_time_s,"
        "waited,task_clock_s,page_faults,context_switches,instructions,cycles,cache_misses,"
        "dram_read_B,dram_written_B,gpu_instructions,gpu_dram_read_B,gpu_dram_written_B,"
        "gpu_l2_hits,counted_solves,counter_note,bytes,traffic_B,"
        "bandwidth_B_per_s,copy_bandwidth_B_per_s,copy_share,change,"
        "residual,zeros,value,reference,error,epsilon,inside,measured_n,process" ORIGIN_HEADS "\n"
        "10,1,a|1,a|1,linear,10,30,20,0.2222222222222222,1,4,0.75,jacobi/msr/f64/seq,jacobi,msr,"
        "native,f64,seq,hot,ok,,100,checked,no,2e-08,,,,,,,no,,cycle,4,90,2,3,,,,0.001,0.001,,1e-"
        "05,"
        ",,,3,,0.5,,,,0.001,0,0,0.502,,0,0,0,0,0,0,0,"
        "0,0,0,0,0,0,0,0,0,0,0,0,0,,4096,8192,819199999.9999999,1000000000,"
        "0.8191999999999999,1e-07,1e-09,0.5,0.25,,1e-08,1e-06,,10,0" ORIGIN "\n";
    static const char last[] =
        "\n2000,2,\"b,\"\"2\"\"\",\"b,\"\"2\"\"\",linear,10,30,20,0.2222222222222222,1,4,0.75,"
        "jacobi/msr/f64/cuda,jacobi,msr,native,f64,cuda,hot,no_device,for a "
        "reason,100,none,no,,,,,,,,no,"
        ",cycle,4,90,2,3,,,,,,,,,,,1,,0.5,,,,0.001,0,0,,,0,0,0,0,0,0,0,"
        "0,0,0,0,0,0,0,0,0,0,0,0,0,,4096,8192,,1000000000,,1e-"
        "07,"
        "1e-09,0.5,,"
        ","
        ","
        "1e-06,,10,0" ORIGIN "\n";
    char *text = print("cases", TABLE_CSV);
    assert_memory_equal(text, expected, strlen(expected));
    assert_true(strlen(text) > strlen(last));
    assert_string_equal(text + strlen(text) - strlen(last), last);
    free(text);
}

/* One line per sample, with all about its run; why one does not count. */
static void lists_every_sample(void **state)
{
    static const char heads[] =
        "n,seed,problem,source,kind,states,nnz,variant,method,layout,order,precision,place,cache,"
        "status,iterations,proof,error_bound,extrapolated,t_generate_s,t_prove_s,t_layout_s,"
        "t_upload_s,t_download_s,"
        "waited,bytes,measured_n,verify_s,warmup_solves,process,sample,position,started_s,host_s,"
        "device_s,engine_s,cpu_s,voluntary_switches,involuntary_switches,without_core_s,minor_"
        "faults,major_faults,"
        "whole_solve_s,iterations_in_sample,disturbed,discarded,why_discarded,slowdowns,cpu_clock_"
        "Hz,sm_"
        "clock_Hz,"
        "memory_clock_Hz,temperature_degC,power_W,energy_J" ORIGIN_HEADS "\n10,1,a|1,a|1,";
    struct result_sample *sample = &made.samples[made.runs[0].sample_offset + 1], was = *sample;
    sample->retried = true, sample->throttle = 0x48, sample->sm_clock = 1.5e9;
    sample->without_core = 2e-4;
    char *text = print("samples", TABLE_CSV), *line = text;
    assert_memory_equal(text, heads, strlen(heads));
    for (int k = 0; k < 2; k++) line = strchr(line, '\n') + 1;
    assert_non_null(strstr(line, ",0.00101,,,,,,0.0002,,,0.00101,,yes,yes,"
                                 "\"lost its core, throttled: hardware slowdown, hardware "
                                 "thermal slowdown\","
                                 "\"hardware slowdown, hardware thermal slowdown\","
                                 ",1500000000,,,,,,,Example"));
    free(text);
    text = print("samples", TABLE_TEXT);
    assert_non_null(
        strstr(text, "  1500 MHz         -  yes        lost its core, throttled: hardware "));
    free(text);
    sample->throttle = NVML_IDLE;
    text = print("samples", TABLE_TEXT);
    assert_non_null(strstr(text, "  1500 MHz         -  yes        lost its core\n"));
    free(text);
    *sample = was;
}

/* Two certified answers, one of them of a failed case, and one without a proof. */
static void proofs_stand_beside_times(void **state)
{
    struct result_run *run = made.runs, was[5];
    memcpy(was, run, sizeof was);
    for (size_t k = 0; k < 5; k += 2) run[k].proof = PROOF_CERTIFIED, run[k].error_bound = 1.21e-9;
    run[0].value_low = 0.249999999, run[0].value = run[0].value_high = 0.25;
    run[1].proof_note = "no proof: no weights were found";
    run[1].note = "stored as msr", run[1].verdict = CYCLE_UNKNOWN;
    run[2].error_bound = 3e-5, run[2].status = CASE_INACCURATE;
    made.problems[0].prove = 0.25;
    char *text = print("cases", TABLE_TEXT);
    assert_non_null(strstr(text, "  solve     off by  note\n"));
    assert_non_null(strstr(text, "[0.99, 1.01] (range)  ≤ 4.1e-09\n"));
    assert_non_null(strstr(text, "stored as msr; no proof: no weights were found\n"));
    assert_non_null(strstr(text, "; off by: ≤ proven, ≈ estimated\n"));
    assert_non_null(strstr(text,
                           "  inaccurate  certified         100                             -  "
                           "  ≤ 3e-05\n"));
    free(text);
    text = print("cases", TABLE_TEX);
    assert_non_null(strstr(text, " & $\\leq$ 4.1e-09 & "));
    assert_non_null(strstr(text, " & $\\approx$ 2e-08 & "));
    free(text);
    text = print("mine", TABLE_TEXT);
    assert_non_null(strstr(text, "; 1 of 3 answers are not certified\n"));
    free(text);
    text = print("problems", TABLE_TEXT);
    assert_non_null(strstr(text, "  500 ms  250 ms  0.2499999995 ± 5.1e-10\n"));
    assert_non_null(strstr(text, "  500 ms       -  -\n"));
    assert_non_null(strstr(text, "; value: proven\n"));
    free(text);
    assert_string_equal(marks_summary(&made).text,
                        "4 answers: 2 certified (largest proven error 4.1e-09), 2 checked");
    run[0].doubtful = true, run[1].proof = PROOF_UNCHECKED;
    assert_string_equal(marks_summary(&made).text,
                        "3 answers: 2 certified (largest proven error 4.1e-09), 1 checked, "
                        "1 of the 3 doubtful; 1 unchecked");
    run[0].value = 0.2;
    text = print("cases", TABLE_TEXT);
    assert_non_null(strstr(text, " ≤ 0.21"));
    free(text);
    memcpy(run, was, sizeof was);
    made.problems[0].prove = NAN;
}

/* Marked, and explained, in every format; CSV has a column instead. */
static void marks_extrapolated_and_doubtful_times(void **state)
{
    struct result_run *run = &made.runs[4];
    run->extrapolated = true, run->iterations_timed = 10, run->doubtful = true;
    char *text = print("mine", TABLE_TEXT);
    assert_non_null(strstr(text, "  30.0 ms*? (1 of 2; 1 × timeout after 300 s)  "));
    assert_non_null(strstr(
        text, "all columns: jacobi msr f64; * extrapolated: iterations x time per iteration; "
              "? doubtful: error may be above 10 epsilon\n"));
    assert_null(strstr(text, "]*"));
    free(text);
    text = print("mine", TABLE_CSV);
    assert_non_null(strstr(text, ",,,1,2,1,1,0,,\"1 ok, 1 timeout\"\n"));
    free(text);
    text = print("cases", TABLE_TEX);
    assert_non_null(strstr(text, " & 30.0 ms*? (1 sample) & "));
    assert_non_null(
        strstr(text, "% solve: median of the samples [its 95 % interval]; (range): of fewer than "
                     "six samples; * extrapolated: "));
    free(text);
    run->extrapolated = false, run->iterations_timed = MISSING, run->doubtful = false;
}

static void an_empty_selection_is_an_empty_table(void **state)
{
    struct table *table = &made.tables[0];
    table->where = text_of("n=77");
    check_table("mine", TABLE_TEXT, "solve time by n\n\nn\n-\n\nonly: n=77\n");
    check_table("mine", TABLE_CSV,
                "n,variant,solve_s,low_s,high_s,used,runs,extrapolated,doubtful,unchecked,"
                "disturbed,status\n");
    free(table->where);
    table->where = NULL;
}

static void refuses_unknown_tables(void **state)
{
    assert_int_equal(table_print(&made, "case", TABLE_TEXT, stdout), ERROR_INPUT);
    assert_non_null(strstr(fail_message(), "no table 'case'"));
    assert_non_null(strstr(fail_message(), "did you mean 'cases'"));
    made.tables[0].rows[0] = 'q';
    assert_int_equal(table_print(&made, "mine", TABLE_TEXT, stdout), ERROR_INPUT);
    assert_non_null(strstr(fail_message(), "'mine': unknown field 'q'"));
    made.tables[0].rows[0] = 'n';
}

static void lists_all_names(void **state)
{
    static const char *const expected[] = {
        "mine",     "statuses", "by_place", "cases",   "samples",  "counters",   "problems",
        "inside",   "variants", "machine",  "statuses", "crossovers", "predictions",
        "transfer", "macros",   "bencher",  "github",   "otava",      "fig"};
    struct table_entry *table;
    assert_int_equal(table_entries(&made, &table), OK);
    for (size_t i = 0; i < 19; i++) assert_string_equal(table[i].name, expected[i]);
    assert_null(table[19].name);
    free(table);
}

static void shows_one_screen(void **state)
{
    char *text;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    enum status status = show_results(&made, out);
    fclose(out);
    assert_int_equal(status, OK);
    static const char *const expected[] = {"golden: A made-up experiment\n",
                                           "started   2026-03-04T05:06:07+00:00\n",
                                           "machine   Example CPU 9000; 8 cores",
                                           "commit    0123456789abcdef",
                                           "12.5 s, 2 % of it planning",
                                           "8 cases of 4 problems x 2 variants",
                                           "  ok                  5\n",
                                           "  timeout             1\n",
                                           "\n  mine           ",
                                           "\n  fig            ",
                                           "  fig            lines of solve by seed\n"};
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++)
        if (!strstr(text, expected[i])) fail_msg("'%s' is not in:\n%s", expected[i], text);
    free(text);
}

/* Prints the table of a name; without a name the list of tables, or in JSON the output of show. */
static enum status print_any(const char *name, enum table_format format, FILE *out)
{
    if (name) return table_print(&made, name, format, out);
    return format == TABLE_JSON ? show_results_json(&made, out)
                                : table_print_entries(&made, format, out);
}

/* Every allocation fails in turn: there is one clear status, and nothing is printed. */
static void survives_lack_of_memory(void **state)
{
    static const char *const names[] = {"mine", "cases", "samples", "problems",
                                        "fig",  NULL,    "nonsense"};
    static const enum table_format formats[] = {TABLE_TEXT, TABLE_CSV, TABLE_JSON};
    for (size_t i = 0; i < 21; i++) {
        enum status status = ERROR_HOST_MEMORY;
        for (long k = 0; status == ERROR_HOST_MEMORY; k++) {
            char *text;
            size_t size;
            FILE *out = open_memstream(&text, &size);
            memory_fail_after(k);
            status = print_any(names[i / 3], formats[i % 3], out);
            memory_fail_after(-1);
            fclose(out);
            assert_true(status == OK ? size > 0 : size == 0);
            free(text);
            assert_true(k < 10000);
        }
        assert_int_equal(status, i / 3 == 6 ? ERROR_INPUT : OK);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(prints_text),
        cmocka_unit_test(prints_markdown),
        cmocka_unit_test(prints_csv),
        cmocka_unit_test(prints_json),
        cmocka_unit_test(prints_latex),
        cmocka_unit_test(escapes_what_formats_reserve),
        cmocka_unit_test(counts_statuses),
        cmocka_unit_test(figures_are_tables),
        cmocka_unit_test(prints_built_in_tables),
        cmocka_unit_test(lists_every_field),
        cmocka_unit_test(lists_every_sample),
        cmocka_unit_test(proofs_stand_beside_times),
        cmocka_unit_test(marks_extrapolated_and_doubtful_times),
        cmocka_unit_test(an_empty_selection_is_an_empty_table),
        cmocka_unit_test(refuses_unknown_tables),
        cmocka_unit_test(lists_all_names),
        cmocka_unit_test(shows_one_screen),
        cmocka_unit_test(survives_lack_of_memory),
    };
    return cmocka_run_group_tests_name("tables", tests, make, unmake);
}
