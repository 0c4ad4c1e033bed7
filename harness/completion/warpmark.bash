# Completion of warpmark for bash: `source <(warpmark completion bash)`. The program itself knows
# what may follow; a line "::files" or "::folders" asks for those.
_warpmark()
{
    local line=${COMP_LINE:0:COMP_POINT} word candidate kept found
    local -a words
    read -r -a words <<<"$line"
    [[ $line == *[[:space:]] ]] && words+=("")
    word=${words[-1]}
    # bash replaces what stands behind the last of these characters
    kept=${word%"${word##*[:=]}"}
    [[ $COMP_WORDBREAKS == *:* ]] || kept=
    COMPREPLY=()
    while IFS= read -r candidate; do
        case $candidate in
            ::files) while IFS= read -r found; do
                [[ -d $found ]] && found+=/
                COMPREPLY+=("${found#"$kept"}")
            done < <(compgen -f -- "$word") ;;
            ::folders) while IFS= read -r found; do COMPREPLY+=("${found#"$kept"}/")
            done < <(compgen -d -- "$word") ;;
            *) candidate=${candidate%%  *}
               COMPREPLY+=("${candidate#"$kept"}") ;;
        esac
    done < <("${words[0]}" completion words -- "${words[@]:1}" 2>/dev/null)
    [[ ${#COMPREPLY[@]} -eq 1 && ${COMPREPLY[0]} == *[:=/,] ]] && compopt -o nospace
}
complete -F _warpmark warpmark
