// Hosts: SSH, host keys, programs that run there, load generators on them.
export const hostsEn = {
  'hosts.noNode': 'Node is missing on {host}; the load generator runs on it',
  'hosts.nodeTooOld': 'The load generator needs {wanted}; {host} has {found}',
  'hosts.noNvidiaSmi': 'nvidia-smi is not installed.',
  'hosts.hasServer': 'The server "{name}" was launched on this host.',
  'hosts.hasServer.remedy': 'Remove the server first.',
  'hosts.unknown': 'There is no host {id}.',
  'hosts.removed': 'It was removed; choose another one.',
  'hosts.localHost': 'This computer is always there, once, and stays as it is.',
  'hosts.localHost.remedy': 'Name a machine that is reached over SSH.',
  'hosts.questionClosed': 'This question was answered or withdrawn already.',
  'hosts.questionClosed.remedy': 'Connect again if the host still waits.',
  'hosts.questionKind': 'This question asks for a {kind}.',
  'hosts.otherHost': '"{name}" was launched on another host.',
  'hosts.otherHost.remedy': 'Choose that one, or none.',
  'hosts.jobHost': '"{name}" is a job: it runs on a node, and {host} is where jobs are submitted.',
  'hosts.jobHost.remedy':
    'Send the load from a job on the same cluster (slurm:LOGIN), or measure from this computer; login nodes are not for load.',
  'hosts.notForJobs': '"{name}" runs on {host} itself, and a job runs on other nodes.',
  'hosts.notForJobs.remedy': 'Launch it as a job, or attach it by an address that the nodes reach.',
  'hosts.unknownName': 'There is no host "{id}".',
  'hosts.unknownName.remedy': 'Add it under Hosts first.',
  'hosts.namedTwice': 'Two names refer to one host: {host}.',
  'hosts.namedTwice.remedy': 'Name each host once.',
  'hosts.sameHost': '{one} and {other} are one host: {place}.',
  'hosts.localOnly': '{url} is on this computer only, and {host} cannot reach it.',
  'hosts.localOnly.remedy':
    'Attach the server by an address that {host} knows, or measure from this computer.',
  'hosts.loadNotStarted': 'Stopped before the load generator ran on {host}.',
  'hosts.connectionBrokeInRun': 'The connection to {host} broke in the middle of the run.',
  'hosts.connectionBrokeInRun.remedy':
    'What it measured until then is stored, and the load generator there stops by itself. Run the benchmark again for the rest.',
  'hosts.loadEnded':
    'The load generator on {host} ended in the middle of the run (exit code {code}).',
  'hosts.loadEndedBecause':
    'The load generator on {host} ended in the middle of the run (exit code {code}): {why}',
  'hosts.loadSilent':
    'The load generator on {host} has been silent for {seconds} s: it hangs, or the connection does.',
  'hosts.loadSilent.remedy':
    'Check the load of that host and the connection to it, or leave it out of --on. Then run the benchmark again.',
  'hosts.loadEnded.remedy':
    'What was measured until then is stored. Run the benchmark again for the rest.',
  'hosts.ourNode': 'The load generator is to run on our Node on {host}',
  'hosts.noBuildForMachine': '{lacks}, and there is none of ours for it ({machine}).',
  'hosts.machineUnknown': 'it does not say what it is',
  'hosts.oldGlibc': '{lacks}, and ours needs glibc 2.28 or newer (it has {version}).',
  'hosts.noBuildHere': '{lacks}, and this computer has none for {build} to send there.',
  'hosts.installNode':
    'Put {node} on its PATH or into ~/.local/bin, which takes no administrator: unpack the archive of nodejs.org there. Or measure from this computer.',
  'hosts.exitCode': 'exit code {code}',
  'hosts.ourNodeFails': 'Our Node does not run on {host}: {why}.',
  'hosts.ourNodeFails.remedy':
    'It needs glibc 2.28 or newer and a home folder that programs may run from. Put a Node that fits the host on its PATH or into ~/.local/bin, or measure from this computer.',
  'hosts.nodeNotSent': 'Node could not be copied to {host}: {why}.',
  'hosts.nodeNotSent.remedy':
    'Check the free space on the disk of the host, and that your home folder is writable.',
  'hosts.nodeNotSentCancelled': 'Stopped before Node was on {host}.',
  'hosts.nodeStalled':
    'Node could not be copied to {host}: no data was transferred for {seconds} s.',
  'hosts.nodeStalled.remedy':
    'Check that the connection is up and that the disk of the host responds, then try again.',
  'hosts.nodeNotSentBecause': 'Node could not be copied to {host}: {why}',
  'hosts.nodeNotSentBecause.remedy':
    'Nothing of it is left there. Try again when the connection is up.',
  'hosts.thisComputer': 'this computer',
  'hosts.cannotStart': '"{program}" cannot be started on this computer.',
  'hosts.cannotStart.remedy': 'Servers are launched on Linux; check that the program is installed.',
  'hosts.givenUp': 'cancelled',
  'hosts.endedWithCode': 'it ended with code {code}',
  'hosts.lookAtHost': 'Look at the host itself: its disk, its permissions, its shell.',
  'hosts.programStopped': '{program} on {host} was stopped.',
  'hosts.programSilent': '{program} on {host} gave no answer within {seconds} s.',
  'hosts.programSilent.remedy': 'See whether the host is overloaded or one of its disks hangs.',
  'hosts.password': 'Password of {user}',
  'hosts.passphrase': 'Passphrase of {file}',
  'hosts.noAnswerWithin': 'no answer within {seconds} s',
  'hosts.wasGivenUp': 'it was cancelled',
  'hosts.connectionClosed': 'the connection was closed',
  'hosts.answerRefused': 'The password was refused.',
  'hosts.codeRefused': 'The answer was refused.',
  'hosts.passphraseWrong': 'The passphrase does not open the key.',
  'hosts.askedAgain': '{problem} {text}',
  'hosts.wrongPassword': 'The password was refused: {host} does not let "{user}" in.',
  'hosts.wrongPassword.remedy':
    'Connect again to enter another one, or check the user and whether `ssh` accepts it.',
  'hosts.wrongCode': 'The answers were refused: {host} does not let "{user}" in.',
  'hosts.wrongCode.remedy':
    'Connect again with a new code; if the host asked for a password too, check it as well.',
  'hosts.unanswered': '{host} requires an answer to "{question}" for "{user}", and none was given.',
  'hosts.unanswered.remedy':
    'Connect in the window or run the command in a terminal: both prompt for it. Without a terminal, set SSH_ASKPASS to a program that prints the answer and SSH_ASKPASS_REQUIRE=force, or use a key that the host accepts alone. For a jump host, replace ProxyJump by ProxyCommand ssh -W %h:%p JUMP, which uses the open connection of its ControlMaster.',
  'hosts.loginRefused': '{host} does not let "{user}" in; offered: {ways}.',
  'hosts.loginRefused.remedy':
    'Check the user, load the right key into the agent or name it, or see what `ssh` itself does.',
  'hosts.loginRefusedKeys':
    '{host} does not let "{user}" in; offered: {ways}. Keys left out: {keys}.',
  'hosts.loginRefusedKeys.remedy':
    'Correct IdentityFile, load the key into the agent (ssh-add), or connect in the window, which asks for passphrases.',
  'hosts.keyMissing': '{file} is missing',
  'hosts.keyPublic': '{file} holds a public key, whose private key no agent has',
  'hosts.keyLocked': '{file} needs its passphrase',
  'hosts.keyPutty': '{file} is a key of PuTTY (puttygen FILE -O private-openssh converts it)',
  'hosts.keyFido': '{file} is a FIDO key, which only ssh can use',
  'hosts.keyUnreadable': '{file} is not read as a private key ({why})',
  'hosts.tooManyKeys': '{host} was offered more keys than it accepts.',
  'hosts.tooManyKeys.remedy':
    'Name the key in ~/.ssh/config (IdentityFile) with IdentitiesOnly yes, or remove others from the agent (ssh-add -d).',
  'hosts.noAlgorithm': '{host} has no {kind} in common with Kneepoint.',
  'hosts.noAlgorithm.remedy':
    'Allow a usual one in its sshd_config, such as curve25519-sha256, aes128-ctr, hmac-sha2-256, ssh-ed25519; `ssh -vv` lists what it offers.',
  'hosts.noSshServer':
    '{host}: {address}:{port} closes the connection before it acts as an SSH server.',
  'hosts.noSshServer.remedy':
    'Check the port. An SSH server closes it too while it refuses the address (fail2ban) or has too many logins (MaxStartups).',
  'hosts.silentAt': 'what answers at {address}:{port} said nothing for {seconds} s',
  'hosts.unreachable': '{host} cannot be reached over SSH: {why}.',
  'hosts.unreachable.remedy': 'Check its name, its port and the network. `ssh` must reach it too.',
  'hosts.emptyRoute': 'A route without a host.',
  'hosts.noForwarding': 'The SSH server forwards no connection to {target}: {why}.',
  'hosts.noForwarding.remedy':
    'Ask its administrator to allow forwarding (AllowTcpForwarding, PermitOpen), or let the server listen on an address that is reachable without SSH.',
  'hosts.noFurtherForwarding': 'The SSH server opens no further connection to {target}: {why}.',
  'hosts.noFurtherForwarding.remedy':
    'Ask for fewer requests in flight, or send the load from the host itself.',
  'hosts.portClosed': 'Nothing listens at {target} on the host: {why}.',
  'hosts.portClosed.remedy': 'Wait until the server is ready, or check its port.',
  'hosts.targetSilent': '{target} did not respond on the host within {seconds} s.',
  'hosts.targetSilent.remedy': 'Check its address and the firewall of the host.',
  'hosts.forwardBroke': 'The SSH connection broke on the way to {target}.',
  'hosts.forwardBroke.remedy': 'Check the network. The next attempt reconnects.',
  'hosts.keyUnknown': '{host} is not known yet; its key {fingerprint} is not confirmed.',
  'hosts.keyUnknown.remedy':
    'Compare the fingerprint with the one its administrator gives, then confirm it.',
  'hosts.keyChanged':
    'The key of {host} has changed: it now shows {fingerprint} ({type}), but {place} holds another one. The connection may be intercepted.',
  'hosts.keyChanged.remedy':
    'Ask its administrator. If the key was renewed, remove that line and connect again.',
  'hosts.keyOfOtherType':
    '{host} now shows only a key of type {type}, {fingerprint}, but {place} holds one of type {known}. The connection may be intercepted.',
  'hosts.keyOfOtherType.remedy':
    'Ask its administrator. If the host has other keys now, remove that line and connect again.',
  'hosts.keyRevoked': 'The key of {host}, {fingerprint}, is marked as revoked at {place}.',
  'hosts.keyRevoked.remedy': 'Ask its administrator for the new key.',
  'hosts.keyNotCertified': '{host} shows a certificate of the authority at {place}, but {why}.',
  'hosts.keyNotCertified.remedy':
    'Ask its administrator for a new certificate; "ssh-keyscan -c HOST" prints the present one.',
  'hosts.certificateForged': 'its signature is wrong or of SHA-1',
  'hosts.certificateOfUser': 'it is a certificate of a user',
  'hosts.certificateEarly': 'it is not valid until {from}',
  'hosts.certificateLate': 'it expired at {until}',
  'hosts.certificateNames': 'it is for {names}, not for {name}',
  'hosts.certificateOptions': 'it has critical options, which are not supported',
  'hosts.revokedUnreadable':
    '{file}, the RevokedHostKeys of ~/.ssh/config, cannot be read as a list of keys.',
  'hosts.revokedUnreadable.remedy':
    'Give a file with one public key per line; binary lists (KRL) are not supported.',
  'hosts.knownHostsCommand': 'The KnownHostsCommand of {name} failed: {why}.',
  'hosts.knownHostsCommand.remedy':
    'Run it in a terminal. ssh refuses the host too while the command fails; "KnownHostsCommand none" turns it off.',
  'hosts.keyOfAddress':
    'The key of {host} is known, but {place} holds another one for its address {address} (CheckHostIP).',
  'hosts.keyOfAddress.remedy':
    'If the address now belongs to another machine, remove that line; or set "CheckHostIP no" in ~/.ssh/config.',
  'hosts.configUnreadable': '{file} cannot be parsed: {why}.',
  'hosts.configUnreadable.remedy':
    'Fix it; "ssh -G HOST" names the line at fault. \\357\\273\\277 and \\377\\376 are byte order marks: save it as UTF-8 without one.',
  'hosts.tooManyIncludes': 'it includes more than {count} files',
  'hosts.disconnected': '{host} was disconnected.',
  'hosts.disconnected.remedy': 'Connect to it again.',
  'hosts.connectionBroke': 'The connection to {host} broke.',
  'hosts.connectionBroke.remedy': 'Check the network. Programs on the host keep running.',
  'hosts.tooMuchOutput': '{program} on {host} printed more than {mib} MiB and was ended.',
  'hosts.tooMuchOutput.remedy': 'Run it on the host to see what it prints.',
  'hosts.loginShell': 'its login shell',
  'hosts.namedShell': 'its login shell {name}',
  'hosts.shellEnded': '{host} runs no programs: {shell} printed nothing and ended with {code}.',
  'hosts.shellRefuses': '{host} runs no programs: {shell} ended with {code} and printed:\n{said}',
  'hosts.shellRefuses.remedy':
    'Run `ssh {host} exec sh`. It must start sh: correct the start-up files (such as .bashrc) or the forced command, or choose an account with another login shell.',
  'hosts.shellSilent':
    '{host} started no program: its login shell printed nothing for {seconds} s.',
  'hosts.shellSilent.remedy':
    'Run `ssh {host} exec sh`. If a start-up file is only slow, set a longer ConnectTimeout for the host in ~/.ssh/config.',
  'hosts.shellFloods':
    '{host} started no program: its login shell printed more than {kib} KiB before it.',
  'hosts.shellFloods.remedy':
    'Run `ssh {host} exec sh`, and remove what prints from the start-up files or the forced command.',
  'hosts.shellIsTerminal': '{host} runs programs in a terminal, which alters their input.',
  'hosts.shellIsTerminal.remedy':
    'Remove the wrapper that makes the terminal (such as `script`) from the forced command or the start-up files.',
  'hosts.shellAltersOutput': '{host} alters the output of programs before it arrives here.',
  'hosts.shellAltersOutput.remedy':
    'Run `ssh {host} echo hello`, and remove the filter from the forced command or the start-up files.',
  'hosts.noFurtherSession': '{host} opens no more sessions on this connection: {why}.',
  'hosts.noFurtherSession.remedy':
    'Allow more in its sshd_config (MaxSessions; ten are usual, and we use up to {most}).',
  'hosts.proxyCommand': 'The ProxyCommand of {host} ended: {why}',
  'hosts.certificate':
    '{host} accepted neither the keys nor the certificate {certificate}, which is valid until {until}.',
  'hosts.certificate.remedy':
    'Renew the certificate; "ssh-keygen -L -f FILE" shows whose it is and when it is valid.',
  'hosts.proxyCommandName': '{host}: "{name}" may not be passed to a ProxyCommand.',
  'hosts.proxyCommandName.remedy': 'Use a name of letters, digits, dots and dashes.',
  'hosts.invalidName':
    '"{host}" cannot name a host: it has other characters than a name or an address.',
  'hosts.invalidName.remedy':
    'Use a name of letters, digits, dots and dashes, as in ~/.ssh/config.',
  'hosts.jumpCircle': 'The jumps to {host} form a circle.',
  'hosts.jumpCircle.remedy': 'Check ProxyJump in ~/.ssh/config.',
  'loadJob.lost.remedy':
    'What was measured until then is stored. Run the benchmark again for the rest.',
} as const
