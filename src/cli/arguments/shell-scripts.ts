// Completion scripts of each shell. All call `kneepoint complete`, which prints one candidate per line with a
// description after a tab, or `:files` to complete file names.

export const shells = ['bash', 'zsh', 'fish', 'powershell'] as const

export type Shell = (typeof shells)[number]

/** Variable with the words to complete, one per line, if they are not passed as arguments. */
export const completedWords = 'KNEEPOINT_WORDS'

const bash = `# Add to ~/.bashrc: source <(kneepoint completions bash)
_kneepoint() {
  local line
  COMPREPLY=()
  while IFS= read -r line; do
    if [[ $line == :files ]]; then
      compopt -o default
      return
    fi
    COMPREPLY+=("\${line%%$'\\t'*}")
  done < <(kneepoint complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -F _kneepoint kneepoint`

const zsh = `#compdef kneepoint
# Add to ~/.zshrc, after compinit: source <(kneepoint completions zsh)
_kneepoint() {
  local line
  local -a values lines
  while IFS= read -r line; do
    if [[ $line == :files ]]; then
      _files
      return
    fi
    values+=("\${line%%$'\\t'*}")
    lines+=("\${line/$'\\t'/  -- }")
  done < <(kneepoint complete -- "\${words[@]:1:$((CURRENT - 1))}" 2>/dev/null)
  compadd -l -d lines -a values
}
compdef _kneepoint kneepoint`

const fish = `# kneepoint completions fish > ~/.config/fish/completions/kneepoint.fish
function __kneepoint_complete
    set -l words (commandline --tokenize --cut-at-cursor --current-process)
    for line in (kneepoint complete -- $words[2..-1] (commandline --current-token --cut-at-cursor) 2>/dev/null)
        if test "$line" = :files
            __fish_complete_path (commandline --current-token)
        else
            echo $line
        end
    end
end
complete --command kneepoint --no-files --arguments '(__kneepoint_complete)'`

/** Passes the words in a variable: older versions drop an empty argument, and launcher scripts drop `--`. */
const powershell = `# kneepoint completions powershell >> $PROFILE
Register-ArgumentCompleter -Native -CommandName kneepoint -ScriptBlock {
  param($typed, $line, $cursor)
  $words = @($line.CommandElements | Select-Object -Skip 1 |
    Where-Object { $_.Extent.EndOffset -lt $cursor } | ForEach-Object { "$_" }) + "$typed"
  $env:${completedWords} = $words -join "\`n"
  try {
    kneepoint complete 2>$null | Where-Object { $_ -ne ':files' } | ForEach-Object {
      $value, $about = $_ -split "\`t", 2
      if (-not $about) { $about = $value }
      [System.Management.Automation.CompletionResult]::new($value, $value, 'ParameterValue', $about)
    }
  } finally {
    Remove-Item Env:${completedWords} -ErrorAction SilentlyContinue
  }
}`

export const shellScripts: Readonly<Record<Shell, string>> = { bash, zsh, fish, powershell }
