// Login shells, start-up files and wrappers of hosts, as people have them.
import type { Login } from './login-host.ts'

const escape = String.raw`\033`

/** The PATH begins with a `sh` that is another shell. */
function shellAs(program: string): Login {
  const link = `ln -s "$(command -v ${program})" "$HOME/bin/sh"`
  return {
    needs: program,
    before: `PATH="$HOME/bin:$PATH"; ${link}`,
    files: { 'bin/none': '' },
  }
}

const insteadOfBash = (program: string): Login => ({
  needs: program,
  files: { '.bashrc': `exec ${program}\n` },
})

export const usableLogins: Readonly<Record<string, Login>> = {
  bash: {},
  dash: { shell: 'dash' },
  fish: { shell: 'fish' },
  elvish: { shell: 'elvish' },
  nushell: { shell: 'nu' },
  yash: { shell: 'yash' },
  mksh: { shell: 'mksh' },
  ksh93: { shell: 'ksh93' },
  rc: { shell: 'rc' },
  csh: { shell: 'csh' },
  'busybox ash': { shell: 'busybox ash' },
  'tcsh with aliases and noclobber': {
    shell: 'tcsh',
    files: {
      '.tcshrc': "alias rm rm -i\nalias cd 'cd \\!*; ls'\nalias sh tcsh\nset noclobber\n",
    },
  },
  'zsh with a prompt on the right and a global alias': {
    shell: 'zsh',
    files: { '.zshenv': 'RPROMPT="%T"; setopt noclobber; echo zshenv; alias -g sh=zsh\n' },
  },
  'rbash, which forbids exec': { shell: 'rbash' },
  'a banner with escapes before every command': {
    before: `printf '${escape}[33m⚠ kept:${escape}[0m\\r\\n  /scratch\\n\\n\\007section hostname\\n'; printf 'no end'`,
  },
  'a title and a cleared screen': {
    before: `printf '${escape}]0;gpu${escape}\\\\${escape}[2J' >&2; printf '${escape}[2J'`,
  },
  'exec zsh in .bashrc': insteadOfBash('zsh'),
  'exec tcsh in .bashrc': insteadOfBash('tcsh'),
  'exec elvish in .bashrc': insteadOfBash('elvish'),
  'tmux in .bashrc': {
    needs: 'tmux',
    files: { '.bashrc': 'tmux attach || tmux new-session\n' },
  },
  'stty and read in .bashrc': {
    files: { '.bashrc': 'stty -ixon\nread -p "Press Enter" x\n' },
  },
  'set -eux in BASH_ENV': {
    before: 'export BASH_ENV="$HOME/env"',
    files: { env: 'set -eux\nexport SHELLOPTS\n' },
  },
  'sh that is bash with exported options': {
    ...shellAs('bash'),
    before: `export BASH_ENV="$HOME/env"; ${shellAs('bash').before}`,
    files: { env: 'set -euxv\nexport SHELLOPTS\n', 'bin/none': '' },
  },
  'sh that is mksh': shellAs('mksh'),
  'sh that is ksh93': shellAs('ksh93'),
  'sh that is yash': shellAs('yash'),
  'sh that is busybox': shellAs('busybox'),
  'sh that is zsh': shellAs('zsh'),
  'logout files that print and clear': {
    instead: `bash -c "$SSH_ORIGINAL_COMMAND"; printf '${escape}[H${escape}[2Jbye\\n'; echo bye >&2; exit 0`,
  },
  'noise of modules and locales': {
    before: 'export LC_ALL=xx_XX.UTF-8; echo "Lmod has detected the following error" >&2',
  },
  'TMOUT=1': { before: 'export TMOUT=1' },
  'CR LF': { instead: `bash -c "$SSH_ORIGINAL_COMMAND" | sed -u 's/$/\\r/'` },
  'a wrapper with eval': { instead: 'eval "$SSH_ORIGINAL_COMMAND"' },
  'a wrapper with sh -c': { instead: 'sh -c "$SSH_ORIGINAL_COMMAND"' },
  'a wrapper that splits words': { instead: '$SSH_ORIGINAL_COMMAND' },
  'a wrapper that executes words': { instead: 'exec $SSH_ORIGINAL_COMMAND' },
  'a wrapper with nice': { instead: 'exec nice $SSH_ORIGINAL_COMMAND' },
  'a child that holds the output': { before: 'sleep 30 &' },
  'no HOME': { before: 'unset HOME' },
  'HOME that is not there': { before: 'export HOME=/nowhere/at/all' },
  'CDPATH and a mask': { before: 'export CDPATH=/:/usr GREP_OPTIONS=--color=always; umask 0777' },
  'ENV for interactive shells': {
    shell: 'mksh',
    before: 'export ENV="$HOME/rc"',
    files: { rc: 'echo rc\nset -e\n' },
  },
  'start-up files that print slowly': {
    before: 'for step in 1 2 3 4 5; do echo loading; sleep 0.3; done',
  },
}

export const unusableLogins: Readonly<Record<string, readonly [Login, RegExp]>> = {
  false: [{ instead: 'exec /bin/false' }, /login shell.* printed nothing and ended with 1/],
  nologin: [{ shell: '/usr/sbin/nologin' }, /ended with 1 and printed:\nThis account is/],
  'git-shell': [{ shell: 'git-shell' }, /unrecognized command/],
  'a forced command that greets': [
    { instead: 'echo "hello ada, this is gitolite3"' },
    /runs no programs: .*ended with 0 and printed:\nhello ada/,
  ],
  'an expired password': [
    { instead: 'echo "You are required to change your password immediately" >&2; exit 1' },
    /ended with 1 and printed:\nYou are required to change your password/,
  ],
  'a tcsh whose alias takes exec': [
    { shell: 'tcsh', files: { '.tcshrc': 'alias exec echo\n' } },
    /its login shell .*tcsh ended with 0 and printed:\nsh/,
  ],
  'a shell that prints without end': [{ instead: 'exec yes' }, /printed more than 256 KiB/],
  'a line without end': [{ instead: 'exec cat /dev/zero' }, /printed more than 256 KiB/],
  'a terminal': [
    { instead: 'exec script -qec "$SSH_ORIGINAL_COMMAND" /dev/null' },
    /runs programs in a terminal/,
  ],
  'a start-up file that reads all': [
    { files: { '.bashrc': 'cat >/dev/null\n' } },
    /printed nothing for 1 s/,
  ],
  'fish in place of bash, which reads to the end': [
    insteadOfBash('fish'),
    /printed nothing for 1 s/,
  ],
  'python in place of bash': [insteadOfBash('python3'), /printed nothing for 1 s/],
  'a shell that hangs': [{ instead: 'exec sleep 30' }, /printed nothing for 1 s/],
}
