# make                  build only
# make demo             set up, build, run the quickstart experiment
# make check            set up, build, run the tests, JOBS=2 at a time
# make quick            the tests that take less than two seconds each, for use while working
# make programs         all that the tests need, without running them
# make check-long       the tests that take minutes, and much memory
# make reproduce-quick  all experiments of the papers on small instances, with a report
# make reproduction     docs/reproduction.md from the results files in results/baselines, and the
#                       full report, build/reproduction/report.{html,md}
# make check-cards      the tests of several GPUs, on one that appears as four
# make check-interop    models to and from a real PRISM and a real Storm (docs/notebook/files.md);
#                       with PRISM_SUITE=path/to/prism-tests PRISM's own regression suite, too
# make fuzz             each fuzz target for FUZZ_SECONDS=60, on all cores (docs/fuzzing.md)
# make fuzz-cli         the command line on mutated files
# make bench-...        sweep, graph, cache, product, omp, ...: see tests/bench
# make bench-harness    how much a verdict can be trusted here (docs/notebook/measuring.md)
# make bench-live       the same for real solves side by side (half an hour)
# make bench-cusparse   layout cusparse against cuSPARSE called by hand; needs a GPU
# make bench-sptrsv     triangular solves of ILU(0) against cuSPARSE's SpSV; needs a GPU
# make bench-seidel     sweeps of Gauss-Seidel by levels, rows as given and by level; needs a GPU
# make bench-petsc      bicgstab[precondition=ilu0] beside engine petsc; needs libpetsc-real-dev
# make install PREFIX=/usr/local; make uninstall PREFIX=/usr/local
# make dist             the last commit as build/warpmark-VERSION.tar.gz
# make deb              a Debian package, build/warpmark_VERSION_ARCHITECTURE.deb
#
# Switches: CUDA=0|1 (default: is nvcc there), V=1 (show commands),
#           SAN=1 (sanitizers for addresses and undefined behaviour)
-include config.mk

VERSION := 1.1.0-dev

CC      ?= cc
CFLAGS  ?= -O3 -g
NVCC    ?= nvcc
OPENMP  ?= -fopenmp
PREFIX  ?= /usr/local
CUDA    ?= $(if $(shell command -v $(NVCC) 2>/dev/null),1,0)
SAN     ?= 0
B       := build$(if $(filter 1,$(SAN)),/san)
Q       := $(if $(filter 1,$(V)),,@)
PKG     := pkg-config --silence-errors

# One goal is built on all cores. Several, and benchmarks, go one after the other.
ifeq ($(MAKELEVEL)$(word 2,$(MAKECMDGOALS))$(filter bench-%,$(MAKECMDGOALS)),0)
MAKEFLAGS += -j$(shell nproc)
endif

# Goals that install what is missing before anything asks pkg-config for it.
ifneq ($(filter demo check quick programs check-long reproduce-quick deb,$(MAKECMDGOALS)),)
SETUP_LOG := $(shell ./setup $(MAKECMDGOALS) >&2 || echo failed)
$(if $(SETUP_LOG),$(error the packages above are needed))
endif

# The serial HDF5, also where one for MPI is installed.
HDF5_PC     := $(if $(shell $(PKG) --exists hdf5-serial && echo yes),hdf5-serial,hdf5)
HDF5_CFLAGS := $(shell $(PKG) --cflags $(HDF5_PC))
# Each operation rounds once, in the written order, on every device: no fused multiply-add, no
# fast-math.
EXACT    := -ffp-contract=off
# Functions begin at cache lines, so that the speed of one does not depend on the code before it.
PLACED   := -falign-functions=64
# The same objects make the program and the library that the tests share.
PIC      := -fPIC -fno-semantic-interposition
ALL_C    := -std=c11 -D_DEFAULT_SOURCE $(OPENMP) $(EXACT) $(PLACED) $(PIC) -Wall -Wextra \
            -Wno-unused-parameter -Wshadow -Wmissing-prototypes -Wstrict-prototypes \
            $(if $(filter 1,$(WERROR)),-Werror) \
            -I. -I$B/generated -MMD -MP $(HDF5_CFLAGS) $(shell $(PKG) --cflags lua5.4)
# $(1): a library; its static form where there is one.
archive   = $(realpath $(filter /%,$(shell $(CC) -print-file-name=lib$(1).a)))
static    = $(or $(archive),-l$(1))
# Debian's shared HDF5 loads 30 libraries for HTTP, TLS and Kerberos; its static one needs two.
HDF5_A   := $(call archive,hdf5_serial)
HDF5     := $(if $(HDF5_A),$(HDF5_A) $(call static,sz) $(call static,aec),\
              $(or $(shell $(PKG) --libs $(HDF5_PC)),-lhdf5))
# The shared libarchive loads twelve libraries; the static one needs liblzma.
UNPACK_A := $(call archive,archive)
UNPACK   := $(or $(UNPACK_A),-larchive) $(call static,lzma)
LIBS     := $(HDF5) $(call static,lua5.4) -lnettle $(UNPACK) $(call static,jansson) \
            -lz -ldl -lm -lpthread
# Objects of static libraries cannot become part of a shared one.
SHARED_LIBS := $(or $(shell $(PKG) --libs $(HDF5_PC) lua5.4 nettle libarchive liblzma jansson),\
                 -lhdf5 -llua5.4 -lnettle -larchive -llzma -ljansson) -lz -ldl -lm -lpthread
TEST_LIBS := $(or $(shell $(PKG) --libs cmocka),-lcmocka)
GMP       := $(shell $(PKG) --libs gmp)

# What is compiled once for each device and precision: vectors, the CPU rows of layouts and
# searches, the levels of multilevel.
CPU   := solvers/cpu/vector.c solvers/cpu/bracket.c solvers/cpu/ilu.c \
         $(wildcard solvers/layouts/*/cpu.c)
GRAPH := $(wildcard solvers/search/cpu_*.c)
LEVEL := $(wildcard solvers/cpu/levels*.c)
KINDS := seq.f32 seq.f64 omp.f32 omp.f64
LINKS := solvers/ranks/link_mpi.c # a shared object of its own
ALL   := $(filter-out $(LINKS),$(sort $(shell find base certify solvers generators datasets \
             problems prove store analysis plots harness -name '*.c' -o -name '*.cu')))
CUDAS := $(filter base/cuda/% solvers/cuda/% certify/cuda/% %.cu,$(ALL)) \
         $(wildcard solvers/layouts/*/cuda_*.c)
SRC   := $(filter-out $(CPU) $(GRAPH) $(LEVEL) $(CUDAS),$(ALL))
OBJ   := $(SRC:%.c=$B/%.o) $(foreach kind,$(KINDS),$(CPU:%.c=$B/%.$(kind).o)) \
         $(foreach kind,seq.u32 omp.u32,$(GRAPH:%.c=$B/%.$(kind).o)) \
         $(foreach kind,seq.f64 omp.f64,$(LEVEL:%.c=$B/%.$(kind).o)) \
         $B/generated/texts.o $B/generated/code.o $B/generated/grammar.o

NVCC_RELEASE = $(shell $(NVCC) --version | sed -n 's/^.*release //p')
NVCC_STRICT := $(if $(filter 1,$(WERROR)),-Werror all-warnings)
ifeq ($(CUDA),1)
# Hopper code, and PTX that the driver compiles for anything from compute capability 7.5 on.
ARCH     ?= -gencode arch=compute_90,code=sm_90 -gencode arch=compute_75,code=compute_75
NVOPT    ?= -O3 -g
NVFLAGS  := $(NVOPT) -std=c++17 --extended-lambda --fmad=false $(ARCH) -I. -MMD -MP \
            -Xcompiler -fPIC,-Wall,-Wextra,-Wno-unused-parameter $(NVCC_STRICT)
CUDA_LIB := $(patsubst %/bin/,%,$(dir $(realpath $(shell command -v $(NVCC)))))
ALL_C    += -DHAVE_CUDA -I$(CUDA_LIB)/include
OBJ      += $(patsubst %.c,$B/%.o,$(CUDAS:%.cu=$B/%.cu.o))
CUDA_A   := -L$(CUDA_LIB)/lib64 -lcudart_static -lrt -lstdc++
LIBS     += $(CUDA_A)
SHARED_LIBS += $(CUDA_A)
endif

ifeq ($(SAN),1)
ALL_C += -fsanitize=address,undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer
LIBS  += -fsanitize=address,undefined
SHARED_LIBS += -fsanitize=address,undefined
endif

LIB    := $B/libwarpmark.a
SHARED := $B/libwarpmark.so
TESTS := $(patsubst %.c,$B/%,$(sort $(shell find tests -name 'test_*.c')))
LONG_TESTS := $(patsubst %.c,$B/%,$(wildcard tests/long/*.c))
# Those that compare with exact arithmetic.
EXACT_SRC  := $(shell grep -rlE 'exact/(exact|chain_case|path_oracle|process_case).h' tests \
                                  --include='*.c')
EXACT_TESTS := $(filter $(EXACT_SRC:%.c=$B/%),$(TESTS))
ifneq ($(GMP),)
$(EXACT_TESTS): TEST_LIBS += $(GMP)
else
TESTS := $(filter-out $(EXACT_TESTS),$(TESTS))
NO_GMP := $(EXACT_TESTS)
EXACT_TESTS :=
endif

BENCHES := $(addprefix bench-,sweep blocks bracket graph cache product compare noise processes \
             crossovers kill certify prove multilevel levels ilu auto engine history halo nights \
             device-levels choices)
.PHONY: all demo reproduce-quick reproduction check quick programs check-long check-sanitizer \
        check-cards check-interop clean install uninstall dist deb config fuzz fuzz-san \
        fuzz-fast fuzz-afl fuzz-cli fuzz-archive $(BENCHES) bench-harness bench-live \
        bench-cusparse bench-sptrsv bench-petsc bench-nightly FORCE
# Programs beside this one that solve, too (docs/engines.md): engines/NAME.py becomes NAME. Modules
# of theirs keep their names, which no engine has.
ENGINES := $(patsubst engines/%.py,$B/engines/%,$(wildcard engines/*.py)) \
           $(patsubst engines/python/%,$B/engines/%,$(wildcard engines/python/*.py)) \
           $(patsubst engines/%,$B/engines/%,$(wildcard engines/*.json)) \
           $B/engines/petsc $B/engines/direct
# Places ranks2 ... need MPI, which the program loads when it is a rank. Made where mpicc is.
MPICC ?= mpicc
RANKS := $(if $(shell command -v $(MPICC) 2>/dev/null),$B/ranks_mpi.so)
all: $B/warpmark $(ENGINES) $(RANKS)
	$(if $(RANKS),,@echo "without places ranks2 ...: they need $(MPICC) (Debian: libopenmpi-dev)")

$B/ranks_mpi.so: $(LINKS) solvers/ranks/link.h $B/flags
	@echo "  LD   $@"
	$Q$(MPICC) -std=c11 -D_DEFAULT_SOURCE -I. -Wall -Wextra -O2 -fPIC -shared -o $@ $<

$B/engines/%: engines/%.py
	@mkdir -p $(@D); cp $< $@.new && chmod +x $@.new && mv $@.new $@
$B/engines/%.py: engines/python/%.py
	@mkdir -p $(@D); cp $< $@
$B/engines/%.json: engines/%.json
	@mkdir -p $(@D); cp $< $@

$B/generated/peers: FORCE
	@mkdir -p $(@D); echo "$(PETSC) $(SUITESPARSE)" >$@.new
	@cmp -s $@ $@.new && rm $@.new || mv $@.new $@

# Engines in C. Without its library, an engine says what to install.
PETSC       ?= $(shell $(PKG) --exists PETSc mpi-c && echo 1)
SUITESPARSE ?= $(if $(realpath $(filter /%,$(shell $(CC) -print-file-name=libumfpack.so))),1)
$B/engines/petsc:  PEER := $(if $(PETSC),$(shell $(PKG) --cflags --libs PETSc mpi-c))
$B/engines/direct: PEER := $(if $(SUITESPARSE),-lumfpack -lklu)
$B/engines/petsc:  $(if $(PETSC),engines/petsc.c,engines/missing.c)
$B/engines/direct: $(if $(SUITESPARSE),engines/direct.c,engines/missing.c)
$B/engines/petsc $B/engines/direct: $B/engines/%: engines/%_hello.c engines/engine.c \
                                    engines/system.c engines/engine.h engines/system.h $B/flags \
                                    $B/generated/peers
	@mkdir -p $(@D); echo "  LD   $@"
	$Q$(CC) -std=c11 -D_DEFAULT_SOURCE -I. -Wall -Wextra -O2 -o $@ $(filter %.c,$^) $(PEER) \
	  $(call static,jansson) -lm

$B/warpmark: $B/harness/main.o $(LIB)
	@echo "  LD   $@"
	$Q$(CC) $(CFLAGS) $(LDFLAGS) $(OPENMP) -o $@ $^ $(LIBS)

# Of two global names that are the same, one would hide the other.
$(LIB): $(filter-out $B/harness/main.o,$(OBJ))
	@echo "  AR   $@"
	$Qrm -f $@.new && $(AR) rcsT $@.new $^
	$Q! $(NM) -g --defined-only $@.new | awk '$$2 ~ /^[TDBR]$$/ { print $$3 }' | sort | uniq -d | \
	  sed 's/$$/: defined twice/' | grep .
	$Qmv $@.new $@

$(SHARED): $(filter-out $B/harness/main.o,$(OBJ))
	@echo "  LD   $@"
	$Q$(CC) $(CFLAGS) $(LDFLAGS) $(OPENMP) -shared -Wl,-z,defs,-soname,$(@F) \
	  -o $@ $^ $(SHARED_LIBS)

# $(1): what to print, $(2): the command
compile = @mkdir -p $(@D); echo "  $(1)   $<"
$B/%.o: %.c $B/flags
	$(call compile,CC)
	$Q$(CC) $(ALL_C) $(CFLAGS) -c -o $@ $<
# One object a place and precision; seq without OpenMP.
define cpu_kind
$B/%.$(1).$(2).o: %.c $B/flags
	$$(call compile,CC)
	$$Q$$(CC) $$(if $$(filter seq,$(1)),$$(filter-out $$(OPENMP),$$(ALL_C)) \
	    -Wno-unknown-pragmas,$$(ALL_C)) $$(CFLAGS) -DPLACE=$(1) -DPREC=$(2:f%=%) -c -o $$@ $$<
endef
$(foreach place,seq omp,$(foreach bits,f32 f64 u32,$(eval $(call cpu_kind,$(place),$(bits)))))
$B/%.cu.o: %.cu $B/flags
	$(call compile,NVCC)
	$Q$(NVCC) $(NVFLAGS) -c -o $@ $<

# Texts that travel inside the program.
$B/generated/texts.c: $(wildcard harness/script/*.lua harness/completion/*) plots/style.gp \
                       $(wildcard plots/*.css plots/*.js) docs/glossary.md \
                       datasets/data/papers/papers.bib Makefile
	@mkdir -p $(@D)
	$Q{ for f in $(filter-out Makefile,$^); do \
	  name=text_$$(basename $$f | tr . _); echo "extern const char $$name[];"; \
	  echo "const char $$name[] = {"; od -An -v -tx1 $$f | sed 's/ \([0-9a-f][0-9a-f]\)/0x\1,/g'; \
	  echo "0};"; done; } > $@
$B/generated/texts.o $B/generated/code.o: %.o: %.c $B/flags
	$Q$(CC) -std=c11 -I. -c -o $@ $<

# The language of properties.
BISON ?= bison
$B/generated/grammar.c: problems/properties/grammar.y
	@mkdir -p $(@D); echo "  YACC $<"
	$Q$(BISON) -Wall -Werror --header=$B/generated/grammar.h -o $@ $<
$B/generated/grammar.h: $B/generated/grammar.c ;
$B/problems/properties/scanner.o: $B/generated/grammar.h
$B/generated/grammar.o: $B/generated/grammar.c $B/flags
	$(call compile,CC)
	$Q$(CC) $(ALL_C) $(CFLAGS) -c -o $@ $<

# For harness/case/fingerprint.h: a hash of each object that solves, and which of them each calls.
# The hash leaves out debugging information and the name of the compiler.
OBJCOPY ?= objcopy
NM      ?= nm
SOLVING := $(filter $B/base/% $B/solvers/%,$(OBJ))
$B/%.code: $B/%.o
	$Q$(OBJCOPY) --strip-debug -R .comment $< $@.o && sha256sum <$@.o | cut -c 1-32 >$@.new
	$Qrm $@.o && mv $@.new $@
$B/generated/code.c: $(SOLVING:.o=.code) harness/case/code.awk
	@mkdir -p $(@D); echo "  CODE $@"
	$Q{ for f in $(filter %.code,$^); do echo "hash $${f%.code}.o $$(cat $$f)"; done; \
	  $(NM) -A -P -g $(SOLVING); } | awk -v root="$B/" -f harness/case/code.awk >$@.new && mv $@.new $@

# How things are compiled. When it changes, everything is built again; warnings as errors change
# nothing.
KEPT_C := $(filter-out -I% -D% -Werror,$(ALL_C))
$B/flags: FORCE
	@mkdir -p $B/generated
	@{ echo "$(shell $(CC) --version | head -n 1)"; echo "$(CFLAGS) $(KEPT_C)"; \
	   echo "$(if $(filter 1,$(CUDA)),$(NVCC_RELEASE) $(subst $(NVCC_STRICT),,$(NVFLAGS)),none)"; \
	 } > $@.new
	@cmp -s $@ $@.new && rm $@.new || mv $@.new $@

# What the program was built with and from, for results files.
# git archive writes the commit and its time into packaging/commit.
ARCHIVED := $(shell grep -v Format packaging/commit)
COMMIT   := $(if $(ARCHIVED),$(shell echo $(ARCHIVED) | cut -c -12),$(shell git describe --always \
              --abbrev=12 --exclude='*' --dirty=+dirty 2>/dev/null || echo unknown))
$B/harness/machine/machine.o: $B/generated/build.h
$B/generated/build.h: $B/flags FORCE
	@{ sed -e 's/["\\]/\\&/g' -e '1s/.*/#define BUILD_COMPILER "&"/' \
	     -e '2s/.*/#define BUILD_FLAGS "&"/' -e '3s/.*/#define BUILD_CUDA "&"/' $<; \
	   echo '#define BUILD_COMMIT "$(COMMIT)"'; \
	   echo '#define BUILD_VERSION "$(VERSION)"'; } > $@.new
	@cmp -s $@ $@.new && rm $@.new || mv $@.new $@

# Stand-ins for NVIDIA's management library: a new one, an old one, and one that is broken.
FAKES := $(patsubst %,$B/tests/harness/machine/%/libnvidia-ml.so.1,nvml nvml_old nvml_broken)
$B/tests/harness/machine/nvml/libnvidia-ml.so.1: FAKE :=
$B/tests/harness/machine/nvml_old/libnvidia-ml.so.1: FAKE := -DOLD
$B/tests/harness/machine/nvml_broken/libnvidia-ml.so.1: FAKE := -DBROKEN
$(FAKES): tests/support/fake_nvml.c $B/flags
	@mkdir -p $(@D); echo "  CC   $@"
	$Q$(CC) -std=c11 -Wall -Wextra -O1 -fPIC -shared $(FAKE) -o $@ $<
$B/tests/harness/machine/test_nvml: | $(FAKES)

# A stand-in for CUPTI and for CUDA's driver, and one that is too old.
FAKE_CUPTI := $(patsubst %,$B/tests/harness/counters/%/libcupti.so.13,cupti cupti_old)
$B/tests/harness/counters/cupti_old/libcupti.so.13: FAKE := -DOLD
$(FAKE_CUPTI): tests/harness/counters/fake_cupti.c $B/flags
	@mkdir -p $(@D); echo "  CC   $@"
	$Q$(CC) -std=c11 -Wall -Wextra -O1 -fPIC -shared $(FAKE) -o $@ $<
$B/tests/harness/counters/test_gpu_counters: | $(FAKE_CUPTI)

# Engines that go wrong: one program by several names.
FAULTY := $(addprefix $B/tests/engines/,faulty old dead lacking)
$(FAULTY): tests/engines/faulty.c $B/flags
	@mkdir -p $(@D); echo "  CC   $@"
	$Q$(CC) -std=c11 -D_DEFAULT_SOURCE -Wall -Wextra -O1 -o $@ $<
$B/tests/harness/engines/test_engines $B/tests/bench/bench_engine: | $(FAULTY)

# Ranks that are this test again look beside it.
$B/tests/harness/ranks/ranks_mpi.so: $(RANKS)
	@mkdir -p $(@D); cp $< $@
$B/tests/harness/ranks/test_ranks $B/tests/harness/ranks/test_write: | \
  $(RANKS:$B/%=$B/tests/harness/ranks/%)

# Experiments name engines.
$B/tests/harness/script/test_claims $B/tests/harness/script/test_experiments: | $(ENGINES)

# What test programs share: no name of the program, which would be replaced.
SUPPORT := $B/tests/support/libsupport.a
SUPPORT_OBJ := $(patsubst %.c,$B/%.o,$(filter-out %/make_results.c %/fake_nvml.c \
                 $(if $(GMP),,%/exact.c %/chain_case.c %/path_oracle.c %/path_value.c \
                      %/process_case.c %/best_value.c %/optimum_problem.c),\
                 $(shell find tests/support -name "*.c")))
$(SUPPORT): $(SUPPORT_OBJ) | $(LIB)
	@echo "  AR   $@"
	$Qrm -f $@.new && $(AR) rcs $@.new $^
	$Q! for a in $@.new $(LIB); do $(NM) -gj --defined-only $$a | grep -v : | sort -u; done | \
	  sort | uniq -d | grep .
	$Qmv $@.new $@

# Tests find the shared library from their own folder, so that the build folder can move. They need
# not be linked again when it changes.
up = $(subst / ,/,$(addsuffix /,$(patsubst %,..,$(subst /, ,$(patsubst $B/%,%,$(@D))))) )
shared = -Wl,-z,now,--disable-new-dtags,-rpath,'$$ORIGIN/$(up)' \
         $(SUPPORT) $(SHARED) $(TEST_LIBS) $(SHARED_LIBS)
$B/tests/%: tests/%.c $(SUPPORT) | $(SHARED)
	@mkdir -p $(@D); echo "  TEST $@"
	$Q$(CC) $(ALL_C) $(CFLAGS) -o $@ $< $(shared)

# What is timed, or started many times, is linked as the program is.
STATIC := $(patsubst tests/%.c,$B/tests/%,$(wildcard tests/bench/*.c)) \
          $B/tests/support/results/make_results
$(STATIC): $B/tests/%: tests/%.c $(SUPPORT) $(LIB)
	@mkdir -p $(@D); echo "  LD   $@"
	$Q$(CC) $(ALL_C) $(CFLAGS) -o $@ $< $(SUPPORT) $(LIB) $(TEST_LIBS) $(LIBS)

PROGRAMS := $B/warpmark $(ENGINES) $(RANKS)
programs: $(PROGRAMS) $B/tests/support/results/make_results $(TESTS) $(FAKES) $(FAULTY)

# ALSO: other tests to run beside them.
check: programs
	$(if $(NO_GMP),@echo "libgmp-dev is missing: skipped are $(NO_GMP:$B/%=%)")
	$Qtests/run $B $(ALSO) $(TESTS) $(sort $(wildcard tests/cli/*.t))

quick: programs
	$Qtests/run --below 2 $B $(TESTS) $(sort $(wildcard tests/cli/*.t))

check-long: $(PROGRAMS) $(LONG_TESTS) $(EXACT_TESTS)
	$QWARPMARK_CASES=40 tests/run $B $(LONG_TESTS) $(EXACT_TESTS) \
	  $(wildcard tests/long/*.t)

# Needs PRISM or stormpy, and ten minutes; skipped without them.
check-interop: $B/warpmark
	$Qtests/interop/check $B
	$Qtest -z "$$PRISM_SUITE" || tests/interop/prism_suite.py $B "$$PRISM_SUITE"

# Needs a GPU, and minutes of it.
check-sanitizer: $B/tests/solvers/test_variants
	$Qtests/sanitize $< 4

# Needs a GPU, which appears as four: tests/solvers/cuda/fake_cards.c has the calls in FAKED.
FAKED := cudaGetDeviceCount cudaSetDevice cudaGetDevice cudaDeviceGetAttribute \
         cudaDeviceCanAccessPeer cudaDeviceEnablePeerAccess cudaMalloc cudaFree \
         cudaStreamCreateWithFlags cudaStreamCreateWithPriority cudaEventCreate \
         cudaEventCreateWithFlags cudaEventRecord __cudaPushCallConfiguration
CARD_TESTS := $(addprefix $B/tests/fake_cards/solvers/,cuda/test_cards layouts/test_generated \
                test_bracket test_vectors test_operations test_krylov test_multilevel test_sweeps \
                test_loop test_variants)
$B/tests/fake_cards/%: tests/%.c $B/tests/solvers/cuda/fake_cards.o $(SUPPORT) $(LIB)
	@mkdir -p $(@D); echo "  TEST $@"
	$Q$(CC) $(ALL_C) $(CFLAGS) $(FAKED:%=-Wl$(comma)--wrap=%) -o $@ \
	  $(filter-out %.h %.def,$^) $(TEST_LIBS) $(LIBS)

check-cards: $(if $(filter 1,$(CUDA)),$(CARD_TESTS))
	$Qtests/cards $B/tests/fake_cards/solvers

# Fuzz targets (tests/fuzz). Each build has its own library and programs, by clang, without OpenMP
# and CUDA. They run on machines that have none of the libraries.
#   san   with sanitizers    fast  without, for many executions    afl  for afl-fuzz
FUZZ_SECONDS ?= 60
FUZZ     := $(patsubst tests/fuzz/targets/%.c,%,$(wildcard tests/fuzz/targets/*.c))
FUZZ_SAN := address,undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer
fuzz-san:  FUZZ_C := CC=clang CFLAGS='-O1 -g -fno-pie -fsanitize=fuzzer-no-link,$(FUZZ_SAN)'
fuzz-san:  FUZZ_LINK := -fsanitize=fuzzer,address,undefined
fuzz-fast: FUZZ_C := CC=clang \
    CFLAGS='-O2 -g -fno-pie -fsanitize-coverage=inline-8bit-counters,pc-table'
fuzz-fast: FUZZ_LINK := -fsanitize=fuzzer
fuzz-afl:  FUZZ_C := CC=afl-clang-fast CFLAGS='-O2 -g -fno-pie'
fuzz-afl:  FUZZ_LINK := -fsanitize=fuzzer
fuzz-san fuzz-fast fuzz-afl: fuzz-%:
	$Q$(MAKE) --no-print-directory B=build/fuzz/$* CUDA=0 SAN=0 \
	    OPENMP='-Itests/fuzz/serial -Wno-unknown-pragmas' $(FUZZ_C) \
	    FUZZ_LINK='$(FUZZ_LINK)' $(FUZZ:%=build/fuzz/$*/%)

MEMORY_OBJ := $B/tests/fuzz/memory_files.o $B/tests/fuzz/memory_calls.o
# What tests/fuzz/memory_calls.c stands in for.
MEMORY_FILES := open open64 fopen fopen64 fdopen read write close stat stat64 lstat lstat64 fstat \
                fstat64 pread pread64 pwrite pwrite64 lseek lseek64 ftruncate ftruncate64 fsync \
                flock access unlink rename renameat2 openat openat64
comma    := ,
FUZZ_LIBS := -Wl,--gc-sections $(MEMORY_FILES:%=-Wl$(comma)--wrap=%) -static-libstdc++ \
             -Wl,-Bstatic $(filter-out -ldl -lm -lpthread,$(LIBS)) \
             -Wl,-Bdynamic -ldl -lm -lpthread
$B/fuzz_%: tests/fuzz/targets/fuzz_%.c $(MEMORY_OBJ) $(SUPPORT) $(LIB)
	@echo "  FUZZ $@"
	$Q$(CC) $(ALL_C) $(CFLAGS) -no-pie $(FUZZ_LINK) -o $@ $< $(filter %.o %.a,$^) $(FUZZ_LIBS)

# Every target of both builds on all cores, for FUZZ_SECONDS each.
fuzz: fuzz-san fuzz-fast
	$Qtests/fuzz/run --seconds $(FUZZ_SECONDS)

# The command line on mutated files.
fuzz-cli:
	$Q$(MAKE) --no-print-directory SAN=1 CUDA=0 all
	$Qtests/fuzz/cli --seconds $(FUZZ_SECONDS)

# build/fuzz/fuzz.tar.xz runs the targets on another machine, which needs python3 only
# (docs/fuzzing.md).
ARCHIVE := build/fuzz/archive
fuzz-archive: fuzz-san fuzz-fast
	$Qrm -rf $(ARCHIVE) && mkdir -p $(ARCHIVE)/programs/san $(ARCHIVE)/programs/fast
	$Qfor f in $(FUZZ:%=san/%) $(FUZZ:%=fast/%); do \
	  strip -o $(ARCHIVE)/programs/$$f build/fuzz/$$f || exit; done
	$Qcp -R tests/fuzz/run tests/fuzz/corpus $(ARCHIVE)
	$Qtar -C build/fuzz -cf - archive | xz -T1 --lzma2=preset=2,dict=192MiB >build/fuzz/fuzz.tar.xz

demo: $B/warpmark
	$B/warpmark run experiments/quickstart.lua -o results/quickstart.h5 --force
	$B/warpmark plot results/quickstart.h5 -o results --force
	$B/warpmark table results/quickstart.h5 jacobi
	$B/warpmark table results/quickstart.h5 bicgstab

reproduce-quick: $B/warpmark
	tests/reproduce $B

reproduction: $B/warpmark
	$Qrm -rf $B/reproduction && mkdir -p $B/reproduction
	$Qcp results/baselines/h200/*.h5 $B/reproduction
	$Q$B/warpmark reproduce --stored -o $B/reproduction
	$Qdocs/reproduction.sh $B/warpmark results/baselines >docs/reproduction.md
	$Qcp $B/reproduction/report/spin09-figure1-times.svg docs/cluster-times.svg
	@echo docs/reproduction.md $B/reproduction/report.html $B/reproduction/report.md

$(BENCHES): bench-%: $B/tests/bench/bench_%
	$Q$<

# Ten cases, night by night, through files and the command line.
bench-nights: bench-nightly
bench-nightly: $B/tests/bench/bench_nightly $B/warpmark
	$Q$< $B/warpmark

# The numbers of docs/notebook/measuring.md.
bench-harness: $B/tests/bench/bench_harness bench-noise bench-processes bench-width \
               bench-crossovers bench-compare bench-kill
	$Q$<

# LIVE="slow": only the planted slowdowns, which need a quiet machine; see tests/bench/bench_live.c.
bench-live: $B/tests/bench/bench_live $B/warpmark
	$Q$< $B/warpmark $(LIVE)

# Programs that are linked against cuSPARSE; the others load it when they need it.
ON_CARD := cusparse sptrsv seidel
$(ON_CARD:%=$B/tests/bench/card/bench_%): %: %.cu.o $(LIB)
	@echo "  LD   $@"
	$Q$(CC) $(CFLAGS) -fopenmp -o $@ $^ $(LIBS) -lcusparse

$(ON_CARD:%=bench-%): bench-%: $(if $(filter 1,$(CUDA)),$B/tests/bench/card/bench_%)
	$Q$(or $<,echo "$@: needs nvcc and CUDA=1" >&2; exit 1)

bench-petsc: $B/warpmark $B/engines/petsc
	$Q$B/warpmark run tests/bench/petsc.lua -o $B/bench-petsc.h5 --force
	$Qfor t in times iterations errors layouts; do $B/warpmark table $B/bench-petsc.h5 $$t; done

# Manual pages come from the program that was built, so it must run here. What cp and > make has the
# umask's mode until the end: all may read what is installed.
SHARE    := $(DESTDIR)$(PREFIX)/share
COMMANDS := $(shell sed -n 's/^COMMAND(\(.*\))/\1/p' harness/commands.def)
# Pages of docs/ link to the READMEs of folders.
READMES  := $(filter-out build/%,$(wildcard */README.md */*/README.md */*/*/README.md))
# Where `import warpmark` finds the module: python3's own folder if that is below PREFIX, else one
# for PYTHONPATH.
PYTHONDIR = $(shell python3 -c 'import sys, sysconfig; own = sysconfig.get_path("purelib"); \
    prefix = sys.argv[1]; print(own if own.startswith(prefix + "/") else prefix + "/lib/python3")' \
    $(PREFIX) || echo $(PREFIX)/lib/python3)
install: $B/warpmark $(ENGINES) $(RANKS)
	install -d $(DESTDIR)$(PREFIX)/bin $(DESTDIR)$(PREFIX)/share/warpmark
	install $B/warpmark $(DESTDIR)$(PREFIX)/bin/warpmark
	install -d $(DESTDIR)$(PREFIX)/share/warpmark/datasets $(DESTDIR)$(PREFIX)/share/warpmark/results
	cp -R results/baselines $(DESTDIR)$(PREFIX)/share/warpmark/results/
	cp -R experiments $(DESTDIR)$(PREFIX)/share/warpmark/
	cp -R datasets/data $(DESTDIR)$(PREFIX)/share/warpmark/datasets/
	install -d $(DESTDIR)$(PREFIX)/libexec/warpmark/engines
	install $(filter-out %.json %.py,$(ENGINES)) $(DESTDIR)$(PREFIX)/libexec/warpmark/engines/
	install -m 644 $(filter %.json %.py,$(ENGINES)) $(DESTDIR)$(PREFIX)/libexec/warpmark/engines/
	$(if $(RANKS),install -m 644 $(RANKS) $(DESTDIR)$(PREFIX)/libexec/warpmark/)
	install -d $(DESTDIR)$(PYTHONDIR)/warpmark
	install -m 644 python/warpmark/*.py $(DESTDIR)$(PYTHONDIR)/warpmark/
	install -d $(SHARE)/man/man1 $(SHARE)/bash-completion/completions \
	    $(SHARE)/zsh/site-functions $(SHARE)/fish/vendor_completions.d
	$B/warpmark help --man >$(SHARE)/man/man1/warpmark.1
	for command in $(COMMANDS); do \
	  $B/warpmark help $$command --man >$(SHARE)/man/man1/warpmark-$$command.1 || exit; done
	install -m 644 harness/completion/warpmark.bash \
	    $(SHARE)/bash-completion/completions/warpmark
	install -m 644 harness/completion/warpmark.zsh $(SHARE)/zsh/site-functions/_warpmark
	install -m 644 harness/completion/warpmark.fish $(SHARE)/fish/vendor_completions.d/
	install -d $(SHARE)/doc/warpmark/docs
	install -m 644 README.md CHANGELOG.md LICENSE $(SHARE)/doc/warpmark
	install -m 644 docs/*.md docs/*.svg $(SHARE)/doc/warpmark/docs
	install -D -m 644 python/example.ipynb $(SHARE)/doc/warpmark/python/example.ipynb
	cp -R docs/recipes docs/notebook $(SHARE)/doc/warpmark/docs/
	for page in $(READMES); do \
	  install -D -m 644 $$page $(SHARE)/doc/warpmark/$$page || exit; done
	chmod -R u=rwX,go=rX $(DESTDIR)$(PREFIX)/libexec/warpmark $(SHARE)/warpmark \
	    $(SHARE)/doc/warpmark $(SHARE)/man/man1/warpmark.1 $(SHARE)/man/man1/warpmark-*.1

uninstall:
	rm -rf $(DESTDIR)$(PREFIX)/libexec/warpmark $(SHARE)/warpmark $(SHARE)/doc/warpmark \
	  $(DESTDIR)$(PYTHONDIR)/warpmark
	rm -f $(DESTDIR)$(PREFIX)/bin/warpmark $(SHARE)/man/man1/warpmark.1 \
	  $(SHARE)/man/man1/warpmark-*.1 $(SHARE)/bash-completion/completions/warpmark \
	  $(SHARE)/zsh/site-functions/_warpmark $(SHARE)/fish/vendor_completions.d/warpmark.fish

# Releases (docs/releasing.md). The archive has the same bytes wherever it is made.
DIST := $B/warpmark-$(VERSION)
dist:
	@mkdir -p $B
	$Qgit diff --quiet HEAD || echo "dist: changes that are not committed are left out" >&2
	$Qgit -c tar.umask=0022 archive --prefix=$(notdir $(DIST))/ -o $(DIST).tar HEAD
	$Qgzip -9nf $(DIST).tar
	@echo $(DIST).tar.gz

# debian/rules builds in build/package, and asks for the files of `make install`.
deb:
	$Qrm -rf $B/deb && mkdir -p $B/deb && cp -R packaging/debian $B/deb/
	$Qpackaging/debian-changelog $(VERSION) \
	  $(or $(word 2,$(ARCHIVED)),$$(git log -1 --format=%ct)) >$B/deb/debian/changelog
	$Qcd $B/deb && MAKEFLAGS= TOP=$(CURDIR) dpkg-buildpackage -jauto -b -us -uc
	@ls $B/warpmark_*.deb

config:
	@echo "CUDA=$(CUDA) SAN=$(SAN) CC=$(CC)"; cat $B/flags 2>/dev/null || true

clean:
	rm -rf build

FORCE:
.SECONDARY:
-include $(shell find $B -type f -name '*.d' 2>/dev/null)
