#compdef warpmark
# Completion of warpmark for zsh: `source <(warpmark completion zsh)`, or a file _warpmark in a
# folder of $fpath. The program itself knows what may follow.
_warpmark()
{
    local line
    local -a open whole open_shown whole_shown
    for line in ${(f)"$($words[1] completion words -- "${(@Q)words[2,CURRENT]}" 2>/dev/null)"}; do
        case $line in
            ::files) _files ;;
            ::folders) _files -/ ;;
            *[:=/,]|*[:=/,]'  '*) open+=("${line%%  *}"); open_shown+=("$line") ;;
            *) whole+=("${line%%  *}"); whole_shown+=("$line") ;;
        esac
    done
    (( $#whole )) && compadd -l -d whole_shown -a whole
    (( $#open )) && compadd -S '' -l -d open_shown -a open
}
if [[ $funcstack[1] == _warpmark ]]; then _warpmark "$@"; else compdef _warpmark warpmark; fi
