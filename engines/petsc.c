/* PETSc. For several ranks this program becomes mpirun, which starts it again on each rank. Rank 0
 * talks to Warpmark. It wakes each other rank with a byte through a pipe, so these sleep between
 * solves. PETSC_OPTIONS can set everything that the options of the variant do not set. */
#include <petscksp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "engines/engine.h"

enum { MOST_RANKS = 256, ROUNDS = 5 };

static struct system *s;
static Mat a;
static Vec rhs, x, whole;
static VecScatter gather;
static const double *answer;
static int rank, ranks, to_rank[MOST_RANKS];
static PetscInt begin, end, *row;

const char *engine_version(void)
{
    static char text[64];
    snprintf(text, sizeof text, "%d.%d.%d", PETSC_VERSION_MAJOR, PETSC_VERSION_MINOR,
             PETSC_VERSION_SUBMINOR);
    return text;
}

/* Ranks */

static void pipe_path(const char *folder, int of, char path[4096])
{
    snprintf(path, 4096, "%s/rank%d", folder, of);
}

/* Becomes mpirun and does not return, or returns an error message. */
static const char *become_ranks(const json_t *message, const char *folder, int count)
{
    static const char *const settings[] = {"OMPI_ALLOW_RUN_AS_ROOT",
                                           "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM",
                                           "OMPI_MCA_rmaps_base_oversubscribe",
                                           "PRTE_ALLOW_RUN_AS_ROOT",
                                           "PRTE_ALLOW_RUN_AS_ROOT_CONFIRM",
                                           "OMP_NUM_THREADS"};
    char path[4096], self[4096] = "", number[16];
    const ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
    if (count > MOST_RANKS) return "this engine has at most 256 ranks";
    for (int k = 1; k < count; k++) {
        pipe_path(folder, k, path);
        if (mkfifo(path, 0600)) return "cannot make a pipe for a rank";
    }
    snprintf(path, sizeof path, "%s/open.json", folder);
    if (length <= 0 || json_dump_file(message, path, 0)) return "cannot write open.json";
    for (size_t k = 0; k < sizeof settings / sizeof *settings; k++) setenv(settings[k], "1", 1);
    setenv("OMPI_MCA_hwloc_base_binding_policy", "none", 1);
    setenv("WARPMARK_PETSC_RANK", "1", 1);
    snprintf(number, sizeof number, "%d", count);
    dup2(engine_output, STDOUT_FILENO);
    execlp("mpirun", "mpirun", "-n", number, self, path, (char *)NULL);
    return "cannot start mpirun (Debian: openmpi-bin)";
}

static void meet_ranks(const char *folder)
{
    char path[4096];
    for (int k = 1; !rank && k < ranks; k++) {
        pipe_path(folder, k, path);
        FILE *file = fopen(path, "w");
        if (!file) abort();
        to_rank[k] = fileno(file);
    }
}

/* Runs a rank other than 0: it sends no messages to Warpmark. */
__attribute__((noreturn)) static void petsc_follow_rank(const char *folder)
{
    char path[4096], byte;
    struct result result;
    pipe_path(folder, rank, path);
    FILE *in = fopen(path, "r");
    while (in && read(fileno(in), &byte, 1) == 1) engine_solve(&result);
    engine_close();
    exit(0);
}

/* Problem */

static void petsc_set_option(const char *name, const char *value)
{
    PetscOptionsSetValue(NULL, name, value);
}

static bool is_richardson(const json_t *options)
{
    return !strcmp(json_string_value(json_object_get(options, "method")), "richardson");
}

static void petsc_set_options(const json_t *options)
{
    char text[32];
    int levels = 0, restart = 30;
    double omega = 1;
    const char *method = "bcgs", *pc = "ilu";
    json_unpack((json_t *)(uintptr_t)options, "{s?s s?s s?i s?i s?F}", "method", &method,
                "precondition", &pc, "levels", &levels, "restart", &restart, "omega", &omega);
    petsc_set_option("-ksp_type", method);
    petsc_set_option("-ksp_norm_type", "unpreconditioned");
    petsc_set_option("-ksp_pc_side", is_richardson(options) ? "left" : "right");
    petsc_set_option("-pc_type", !strcmp(pc, "boomeramg")          ? "hypre"
                                 : !strcmp(pc, "ilu") && ranks > 1 ? "bjacobi"
                                                                   : pc);
    petsc_set_option("-pc_hypre_type", "boomeramg");
    snprintf(text, sizeof text, "%d", levels);
    petsc_set_option(ranks > 1 ? "-sub_pc_factor_levels" : "-pc_factor_levels", text);
    snprintf(text, sizeof text, "%d", restart);
    petsc_set_option("-ksp_gmres_restart", text);
    snprintf(text, sizeof text, "%.17g", omega);
    petsc_set_option(!strcmp(pc, "sor") ? "-pc_sor_omega" : "-ksp_richardson_scale", text);
}

static PetscErrorCode make_matrix(void)
{
    const PetscInt n = (PetscInt)s->n;
    begin = (PetscInt)((int64_t)n * rank / ranks);
    end = (PetscInt)((int64_t)n * (rank + 1) / ranks);
    const uint64_t first = s->row[begin];
    row = malloc(((size_t)(end - begin) + 1) * sizeof *row);
    if (!row) return PETSC_ERR_MEM;
    for (PetscInt i = begin; i <= end; i++) row[i - begin] = (PetscInt)(s->row[i] - first);
    PetscInt *col = (PetscInt *)(uintptr_t)(s->col + first);
    return ranks > 1 ? MatCreateMPIAIJWithArrays(PETSC_COMM_WORLD, end - begin, end - begin, n, n,
                                                 row, col, s->pinned + first, &a)
                     : MatCreateSeqAIJWithArrays(PETSC_COMM_SELF, n, n, row, col, s->pinned, &a);
}

/* Only if there is a monitor does richardson with sor compute its residual. */
static PetscErrorCode monitor(KSP ksp, PetscInt iteration, PetscReal residual, void *context)
{
    (void)ksp, (void)iteration, (void)residual, (void)context;
    return 0;
}

static PetscErrorCode make_solver(KSP *out)
{
    PetscCall(KSPCreate(PETSC_COMM_WORLD, out));
    PetscCall(KSPSetOperators(*out, a, a));
    PetscCall(KSPSetInitialGuessNonzero(*out, PETSC_TRUE));
    PetscCall(KSPMonitorSet(*out, monitor, NULL, NULL));
    return KSPSetFromOptions(*out);
}

static PetscErrorCode make_problem(void)
{
    KSP ksp = NULL;
    PetscCall(make_matrix());
    PetscCall(MatCreateVecs(a, &x, &rhs));
    PetscCall(VecPlaceArray(rhs, s->rhs + begin));
    PetscCall(VecScatterCreateToZero(x, &gather, &whole));
    PetscCall(make_solver(&ksp));
    return KSPDestroy(&ksp);
}

static const char *begin_petsc(void)
{
    /* One rank needs no daemon of Open MPI, which would leave its files behind if it is killed. */
    setenv("OMPI_MCA_ess_singleton_isolated", "1", 0);
    if (PetscInitializeNoArguments()) return "PETSc does not start";
    PetscPopSignalHandler();
    PetscPushErrorHandler(PetscReturnErrorHandler, NULL);
    MPI_Comm_rank(PETSC_COMM_WORLD, &rank);
    MPI_Comm_size(PETSC_COMM_WORLD, &ranks);
    return NULL;
}

const char *engine_open(const json_t *message, struct system *system)
{
    const char *folder = "", *place = "seq", *wrong = NULL;
    int threads = 1;
    const json_t *options = json_object_get(message, "options");
    json_unpack((json_t *)(uintptr_t)message, "{ss ss s?i}", "folder", &folder, "place", &place,
                "threads", &threads);
    s = system;
    if (s->entries > PETSC_MAX_INT) return "the matrix has more entries than this PETSc can count";
    if (!strcmp(place, "omp") && threads > 1 && !getenv("WARPMARK_PETSC_RANK"))
        return become_ranks(message, folder, threads);
    if ((wrong = begin_petsc())) return wrong;
    petsc_set_options(options);
    /* A pinned state slows down richardson, which converges without one. */
    if (!is_richardson(options) && (wrong = system_pin(s))) return wrong;
    /* PETSc solves rows with equal patterns as a block, which is singular if it is a whole
     * class. */
    else if (s->nclasses) petsc_set_option("-mat_no_inode", "1");
    if (make_problem()) return "PETSc cannot do this: is the preconditioner built into it?";
    if (rank) petsc_follow_rank(folder);
    meet_ranks(folder);
    return NULL;
}

/* Solve */

static PetscErrorCode petsc_set_start(void)
{
    PetscScalar *at;
    PetscCall(VecGetArray(x, &at));
    memcpy(at, s->start + begin, (size_t)(end - begin) * sizeof *at);
    return VecRestoreArray(x, &at);
}

/* *out = the residual of x, measured as Warpmark does, on all ranks. */
static PetscErrorCode petsc_residual(double *out)
{
    PetscCall(VecScatterBegin(gather, x, whole, INSERT_VALUES, SCATTER_FORWARD));
    PetscCall(VecScatterEnd(gather, x, whole, INSERT_VALUES, SCATTER_FORWARD));
    if (!rank) PetscCall(VecGetArrayRead(whole, &answer));
    if (!rank) *out = system_residual(s, answer);
    return MPI_Bcast(out, 1, MPI_DOUBLE, 0, PETSC_COMM_WORLD);
}

/* PETSc tests the 2-norm of the pinned system, whose size is a guess. If the guess was wrong,
 * iterates again with a smaller aim. */
static PetscErrorCode petsc_iterate(KSP ksp, struct result *out, KSPConvergedReason *reason)
{
    double aim = s->aim, left = 0;
    PetscInt iterations;
    for (int round = 0; round < ROUNDS; round++) {
        PetscCall(KSPSetTolerances(ksp, 1e-300, aim, PETSC_DEFAULT,
                                   (PetscInt)(s->most - (uint64_t)out->iterations)));
        PetscCall(KSPSolve(ksp, rhs, x));
        PetscCall(KSPGetIterationNumber(ksp, &iterations));
        PetscCall(KSPGetConvergedReason(ksp, reason));
        PetscCall(petsc_residual(&left));
        out->iterations += iterations;
        if (!s->nclasses || *reason < 0 || left <= s->aim) break;
        aim *= 0.5 * s->aim / left;
    }
    return 0;
}

static const char *outcome_of(KSPConvergedReason reason)
{
    return reason > 0                    ? "converged"
           : reason == KSP_DIVERGED_ITS  ? "limit"
           : reason == KSP_DIVERGED_DTOL ? "diverged"
                                         : "failed";
}

void engine_solve(struct result *out)
{
    KSP ksp = NULL;
    KSPConvergedReason reason = KSP_DIVERGED_BREAKDOWN;
    for (int k = 1; !rank && k < ranks; k++)
        if (write(to_rank[k], "s", 1) != 1) abort();
    out->iterations = 0;
    const double clock = engine_clock();
    const bool done = !petsc_set_start() && !make_solver(&ksp) && !petsc_iterate(ksp, out, &reason);
    out->seconds = engine_clock() - clock;
    out->outcome = done ? outcome_of(reason) : "failed";
    snprintf(out->note, sizeof out->note, "%s",
             done ? KSPConvergedReasons[reason] : "PETSc reports an error");
    KSPDestroy(&ksp);
}

const double *engine_answer(void)
{
    return answer;
}

void engine_close(void)
{
    for (int k = 1; k < ranks; k++)
        if (to_rank[k]) close(to_rank[k]);
    if (ranks) PetscFinalize();
    free(row);
}
