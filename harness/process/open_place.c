#include "harness/process/open_place.h"

static void *open_it(void *place)
{
    ((const struct place *)place)->probe();
    return NULL;
}

void place_open_begin(const struct place *place, struct opening *out)
{
    *out = (struct opening){.place = place};
    if (place->cards != 1 || place->ranks) return;
    out->going = pthread_create(&out->thread, NULL, open_it, (void *)place) == 0;
}

void place_open_end(struct opening *opening)
{
    if (opening->going) pthread_join(opening->thread, NULL);
    opening->going = false;
}
