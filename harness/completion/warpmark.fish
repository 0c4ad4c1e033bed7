# Completion of warpmark for fish: `warpmark completion fish | source`. The program itself knows
# what may follow; a line "::files" or "::folders" asks for those.
function __warpmark_words
    set -l words (commandline -opc) (commandline -ct)
    for line in ($words[1] completion words -- $words[2..-1] 2>/dev/null)
        switch $line
            case ::files
                __fish_complete_path $words[-1]
            case ::folders
                __fish_complete_directories $words[-1]
            case '*'
                string replace -r '  +' \t -- $line
        end
    end
end
complete -c warpmark -f -k -a '(__warpmark_words)'
