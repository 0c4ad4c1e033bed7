# Writes the table of struct code_object (harness/case/fingerprint.h). Input: lines "hash OBJECT HASH", then what
# `nm -A -P -g OBJECTS` prints, "OBJECT: SYMBOL TYPE ...". root: what every OBJECT's name begins with.
BEGIN { count = 0 }
function plain(object) { return substr(object, length(root) + 1, length(object) - length(root) - 2) }
$1 == "hash" { name[count] = plain($2); hash[count] = $3; number[$2] = count++; next }
{
    object = substr($1, 1, length($1) - 1)
    if ($3 == "U") uses[object, nuses[object]++] = $2
    else if (!($2 in home)) home[$2] = object
}
END {
    print "#include \"harness/case/fingerprint.h\"\n\nconst struct code_object code_objects[] = {"
    for (object in number) place[number[object]] = object
    for (k = 0; k < count; k++) {
        printf "    {\"%s\", \"%s\", (const int[]){", name[k], hash[k]
        delete seen
        for (i = 0; i < nuses[place[k]]; i++) {
            target = home[uses[place[k], i]]
            if (!(target in number) || target == place[k] || target in seen) continue
            seen[target]
            printf "%d, ", number[target]
        }
        print "-1}},"
    }
    printf "};\n\nconst int code_object_count = %d;\n", count
}
