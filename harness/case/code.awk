# Writes the table of struct code_object (harness/case/fingerprint.h). Input: lines
# "hash OBJECT HASH", then what `nm -A -P -g OBJECTS` prints, "OBJECT: SYMBOL TYPE ...".
# root: what every OBJECT's name begins with.
BEGIN { count = 0 }
function plain(object) {
    return substr(object, length(root) + 1, length(object) - length(root) - 2)
}
$1 == "hash" { name[count] = plain($2); hash[count] = $3; number[$2] = count++; next }
{
    object = substr($1, 1, length($1) - 1)
    if ($3 == "U") uses[object, nuses[object]++] = $2
    else if (!($2 in home)) {
        home[$2] = object
        defines[object] = defines[object] "\"" $2 "\", "
    }
}
END {
    print "#include \"harness/case/fingerprint.h\"\n\n#include <stddef.h>\n"
    print "const struct code_object code_objects[] = {"
    for (object in number) at[number[object]] = object
    for (k = 0; k < count; k++) {
        object = at[k]
        printf "    {\"%s\", \"%s\", (const int[]){", name[k], hash[k]
        delete seen
        for (i = 0; i < nuses[object]; i++) {
            target = home[uses[object, i]]
            if (!(target in number) || target == object || target in seen) continue
            seen[target]
            printf "%d, ", number[target]
        }
        print "-1}, (const char *const[]){" defines[object] "NULL}},"
    }
    printf "};\n\nconst int code_object_count = %d;\n", count
}
