/*
 * Each script asks `ferryman complete -- <words>`, where the last word is the one to complete. An
 * answer is one candidate a line, with a tab before its description. The single line `:files` means
 * that the shell completes a path. No script evaluates what was typed: a `$(…)` on the command line
 * must not run because a person presses Tab. The command gets no terminal: Node restores the modes it
 * found there when it ends, and the shell, which goes on at `:files`, may have changed them since. A
 * terminal left so shows nothing that is typed.
 */

export const shells = ['bash', 'zsh', 'fish'] as const;

const bash = `# bash completion for ferryman
_ferryman() {
  # Bash splits words at ":" and "=" too: join what has no blank between.
  local rest=\${COMP_LINE:0:COMP_POINT} words=() trimmed word i
  for ((i = 0; i <= COMP_CWORD; i++)); do
    trimmed=\${rest#"\${rest%%[![:space:]]*}"}
    word=\${COMP_WORDS[i]}
    [[ $i -eq $COMP_CWORD ]] && word=$trimmed
    if [[ $i -gt 0 && $trimmed == "$rest" ]]; then words[-1]+=$word; else words+=("$word"); fi
    rest=\${trimmed:\${#word}}
  done
  local current=\${words[-1]} prefix= line value isOpen=1
  [[ $current == *[:=]* ]] && prefix=\${current%"\${current##*[:=]}"}
  COMPREPLY=()
  while IFS= read -r line; do
    if [[ $line == ':files' ]]; then
      compopt -o filenames
      mapfile -t COMPREPLY < <(compgen -f -- "\${current##*=}")
      return
    fi
    value=\${line%%$'\\t'*}
    [[ $value == *[:=,] ]] || isOpen=
    COMPREPLY+=("\${value#"$prefix"}")
  done < <(command ferryman complete -- "\${words[@]:1}" </dev/null 2>/dev/null)
  [[ -n $isOpen ]] && compopt -o nospace
  return 0
}
complete -F _ferryman ferryman
`;

const zsh = `#compdef ferryman
_ferryman() {
  local line value
  local -a lines closed closedText open openText
  lines=("\${(@f)$(command ferryman complete -- "\${(@Q)words[2,CURRENT-1]}" "\${(Q)PREFIX}" </dev/null 2>/dev/null)}")
  if [[ \${lines[1]} == ':files' ]]; then
    compset -P '*='
    _files
    return
  fi
  for line in $lines; do
    value=\${line%%$'\\t'*}
    if [[ $value == *[:=,] ]]; then
      open+=("$value")
      openText+=("\${line/$'\\t'/  -- }")
    else
      closed+=("$value")
      closedText+=("\${line/$'\\t'/  -- }")
    fi
  done
  compadd -l -d closedText -a closed
  compadd -l -S '' -d openText -a open
}
if [[ \${funcstack[1]} == _ferryman ]]; then _ferryman "$@"; else compdef _ferryman ferryman; fi
`;

const fish = `# fish completion for ferryman
function __ferryman_complete
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    set -l lines (command ferryman complete -- $words[2..-1] "$current" </dev/null 2>/dev/null)
    if test "$lines[1]" = ':files'
        __fish_complete_path (string replace -r '^--[^=]*=' '' -- "$current")
        return
    end
    printf '%s\\n' $lines
end
complete -c ferryman -f -a '(__ferryman_complete)'
`;

export const shellScripts: Readonly<Record<(typeof shells)[number], string>> = { bash, zsh, fish };
