// What goes wrong on the way to a host and over there, in Chinese: by the English sentence, as in `launch-problems.ts`.
export const hostProblemsZh: Readonly<Record<string, string>> = {
  'Passphrase of {+file}': '{+file} 的口令',
  'Password of {+user}': '{+user} 的密码',

  '{+host} cannot be reached over SSH: {+why}.': '无法通过 SSH 连接 {+host}：{+why}。',
  'Check its name, its port and the network; `ssh` has to be able to reach it too.':
    '请检查名称、端口和网络；`ssh` 也必须能连上它。',
  'what answers at {place} said nothing for {seconds} s': '{place} 处的程序 {seconds} 秒内没有回应',
  'the connection was closed': '连接被关闭',
  '{place}: no answer within {seconds} s': '{place} 在 {seconds} 秒内没有应答',
  '{+host} does not let {user} in; offered: {+ways}.':
    '{+host} 拒绝 {user} 登录；已尝试：{+ways}。',
  'Check the user, load the right key into the agent or name it, or see what `ssh` itself does.':
    '请检查用户，把正确的密钥载入 agent 或指明它，或看看 `ssh` 本身的表现。',
  '{+host} was disconnected.': '{+host} 已断开连接。',
  'Connect to it again.': '请重新连接。',
  'The connection to {+host} broke.': '与 {+host} 的连接中断。',
  'Check the network; what runs on the host goes on running.':
    '请检查网络；主机上运行的程序会继续运行。',
  'The SSH connection broke on the way to {+target}.': '前往 {+target} 的 SSH 连接中断。',
  'Check the network; it is made again with the next try.': '请检查网络；下次尝试时会重新连接。',
  'A route without a host.': '路径中没有主机。',
  '{+host} opens no further session on our connection: {+why}.':
    '{+host} 不允许在此连接上打开更多会话：{+why}。',
  'Its sshd_config has to allow more (MaxSessions; ten are usual, and we use up to {most}).':
    '其 sshd_config 需要允许更多会话（MaxSessions；通常为十个，我们最多使用 {most} 个）。',
  '{+host} is reached by a ProxyCommand, which is not supported.':
    '{+host} 通过 ProxyCommand 访问，不受支持。',
  'Use ProxyJump in ~/.ssh/config where the command is "ssh -W".':
    '若该命令是 "ssh -W"，请在 ~/.ssh/config 中改用 ProxyJump。',
  'The jumps towards {+host} go in a circle.': '通往 {+host} 的跳转形成了环。',
  'Check ProxyJump in ~/.ssh/config.': '请检查 ~/.ssh/config 中的 ProxyJump。',
  '{+file} cannot be understood: {+why}.': '无法读懂 {+file}：{+why}。',
  'Mend it; "ssh -G HOST" names the line at fault.': '请修正；"ssh -G HOST" 会指出出错的行。',

  '{+host} is not known yet; its key is {fingerprint}, and nobody confirmed it.':
    '尚不认识 {+host}；其密钥为 {fingerprint}，还没有人确认。',
  'Compare the fingerprint with the one its administrator gives, then confirm it.':
    '请与其管理员提供的指纹核对后再确认。',
  'The key of {+host} has changed: it now shows {fingerprint} ({type}), but another one stands at {+place}. Somebody may be listening in.':
    '{+host} 的密钥已改变：现在是 {fingerprint}（{type}），而 {+place} 记录的是另一个。可能有人在窃听。',
  'Ask its administrator.': '请询问其管理员。',
  'If the key was renewed, remove that line and connect again.':
    '若密钥确已更换，请删除该行后重新连接。',
  'The key of {+host}, {fingerprint}, is marked as revoked at {+place}.':
    '{+host} 的密钥 {fingerprint} 在 {+place} 中标为已吊销。',
  'Ask its administrator for the key that took its place.': '请向其管理员索取替换后的密钥。',

  'The SSH server forwards no connection to {target}: {+why}.':
    'SSH 服务器不转发到 {target} 的连接：{+why}。',
  'Its administrator has to allow forwarding (AllowTcpForwarding, PermitOpen); else start the server so that it listens on an address that is reached without SSH.':
    '需由其管理员允许转发（AllowTcpForwarding、PermitOpen）；否则请让服务器监听无需 SSH 即可访问的地址。',
  'The SSH server opens no further connection to {target}: {+why}.':
    'SSH 服务器不再打开到 {target} 的连接：{+why}。',
  'Ask for fewer requests in flight, or send the load from the host itself.':
    '请减少并发请求，或从主机本身发送负载。',
  'Nobody listens at {target} over there: {+why}.': '那里的 {target} 无人监听：{+why}。',
  'Wait until the server is ready, or check its port.': '请等待服务器就绪，或检查其端口。',
  '{target} gives no answer over there in {seconds} s.':
    '那里的 {target} 在 {seconds} 秒内没有应答。',
  'Check its address, and whether a firewall of the host lets nothing through to it.':
    '请检查其地址，以及主机防火墙是否拦截。',

  '{+program} cannot be started on this computer.': '无法在本机启动 {+program}。',
  'Servers are launched on Linux; check that the program is installed.':
    '服务器在 Linux 上启动；请检查该程序是否已安装。',
  'Look at the host itself: its disk, its permissions, its shell.':
    '请查看主机本身：磁盘、权限和 shell。',
  '{program} on {+host} was stopped.': '{+host} 上的 {program} 已被停止。',
  '{program} on {+host} gave no answer within {seconds} s.':
    '{+host} 上的 {program} 在 {seconds} 秒内没有应答。',
  'See whether the host is overloaded or one of its disks hangs.':
    '请查看主机是否过载，或某块磁盘是否挂起。',
  'No port is free on {+host}.': '{+host} 上没有空闲端口。',
  'Stop some of what listens there.': '请停止那里的一些监听程序。',
  '{+program} on {+host} prints no flags.': '{+host} 上的 {+program} 没有列出参数。',
  'See whether it starts at all: run it over there with --help.':
    '请确认它能否启动：在那里以 --help 运行它。',
  '{id} is no job.': '{id} 不是作业。',
  '{id} does not run yet.': '{id} 尚未运行。',
  'The launch needs a value for {+names}.': '启动需要 {+names} 的值。',
  'Give it, or take the name out of the profile.': '请填写，或从配置中去掉该名称。',
  'To launch it again, {+names} is needed.': '重新启动需要 {+names}。',
  'Launch it from its profile, where they can be given.': '请从其配置启动，可在那里填写。',
  'These processes on {+host} do not end: {+names}.': '{+host} 上的这些进程没有结束：{+names}。',
  'They may wait for a driver or a disk; look at them on the host itself.':
    '它们可能在等待驱动或磁盘；请在主机上查看。',
  'There is no launch {id} on this host.': '该主机上没有启动 {id}。',
  'Look again: it may have been taken away meanwhile.': '请重新查找：它可能已被移除。',
  'The server was not launched from here: where its GPUs are is not known.':
    '该服务器不是从这里启动的：不知道其 GPU 在哪里。',

  'There is no host {id}.': '没有主机 {id}。',
  'There is no launch profile {id}.': '没有启动配置 {id}。',
  'It was removed; choose another one.': '它已被移除；请另选一个。',
  'This computer is always there, once, and stays as it is.': '本机始终存在且唯一，不可更改。',
  'Name a machine that is reached over SSH.': '请指定一台通过 SSH 访问的机器。',
  'The server {+name} was launched on this host.': '服务器 {+name} 是在该主机上启动的。',
  'Remove the server first.': '请先移除该服务器。',
  'This question was answered or withdrawn already.': '该问题已被回答或撤回。',
  'Connect again if the host still waits.': '若主机仍在等待，请重新连接。',
  'This question asks for a {kind}.': '该问题要求的是 {kind}。',

  'Our Node does not run on {+host}: {+why}.': '我们的 Node 无法在 {+host} 上运行：{+why}。',
  'It needs glibc 2.28 or newer and a home folder that programs may run from.':
    '它需要 glibc 2.28 或更新版本，以及允许运行程序的主目录。',
  'Put a Node that fits the host on its PATH or into ~/.local/bin, or measure from this computer.':
    '请把适合该主机的 Node 放到其 PATH 或 ~/.local/bin 中，或从本机测量。',
  'Node could not be put on {+host}: {+why}.': '无法把 Node 放到 {+host}：{+why}。',
  'Node could not be put on {+host}: {+why}': '无法把 Node 放到 {+host}：{+why}',
  'Look at the host: the room on its disk, and whether your home folder can be written.':
    '请查看主机：磁盘空间，以及主目录是否可写。',
  'nothing went over for {seconds} s': '{seconds} 秒内没有任何传输',
  'Stopped before Node was on {+host}.': '在 Node 传到 {+host} 之前已停止。',
  'See whether the line is up and the disk of the host answers, then try again.':
    '请确认线路畅通且主机磁盘有响应，然后重试。',
  'Nothing of it stays there; try again when the line is up.':
    '那里没有留下任何内容；请在线路恢复后重试。',
  'Put {+node} on its PATH or into ~/.local/bin, which takes no administrator: unpack the archive of nodejs.org there.':
    '请把 {+node} 放到其 PATH 或 ~/.local/bin 中（无需管理员）：在那里解压 nodejs.org 的压缩包。',
  'Or measure from this computer.': '或从本机测量。',
  'Stopped before the load generator ran on {+host}.': '在 {+host} 上的负载生成器运行之前已停止。',
  'The connection to {+host} broke in the middle of the run.': '运行途中与 {+host} 的连接中断。',
  'What it had measured until then is kept, and the load generator there ends by itself; run it again for the rest.':
    '此前的测量结果已保留，那里的负载生成器会自行结束；请重新运行其余部分。',
  'The load generator on {+host} ended in the middle of the run (exit code {code}).':
    '{+host} 上的负载生成器在运行途中结束（退出码 {code}）。',
  'The load generator on {+host} ended in the middle of the run (exit code {code}): {+why}':
    '{+host} 上的负载生成器在运行途中结束（退出码 {code}）：{+why}',
  'What was measured until then is kept; run the benchmark again for the rest.':
    '此前的测量结果已保留；请重新运行其余部分。',

  'This command line does not start a vLLM server.': '该命令行不会启动 vLLM 服务器。',
  'Paste one with "vllm serve MODEL …" in it.': '请粘贴含有 "vllm serve MODEL …" 的命令行。',
  'This command line names no model.': '该命令行没有写明模型。',
  'Give a model id or path right after "vllm serve".': '请在 "vllm serve" 之后给出模型名称或路径。',
  'A configuration file of vLLM holds one "flag: value" a line.':
    'vLLM 的配置文件每行写一个 "flag: value"。',
  'This is not YAML: {+why}': '这不是 YAML：{+why}',
  'This is {length} characters long.': '这段文字有 {length} 个字符。',
  'A configuration file of vLLM has fewer than {most}; paste that alone.':
    'vLLM 的配置文件少于 {most} 个字符；请只粘贴配置文件。',
  '--{flag} would show a secret to everybody on the host.': '--{flag} 会让主机上的所有人看到机密。',
  'Leave it out and give {name} as a secret.': '请去掉它，并以机密变量给出 {name}。',
  'A word for a command line must not hold a zero byte: {+word}.':
    '命令行中的词不能含有零字节：{+word}。',
  'Take it out; no program could receive it.': '请去掉它；没有程序能接收它。',
  'The quotation mark in {+text} is never closed.': '{+text} 中的引号没有闭合。',
  'Close it, or put a backslash before it.': '请闭合引号，或在其前加反斜杠。',
  '{text} would be filled in by a shell, which is not there.':
    '{text} 需要 shell 展开，而这里没有 shell。',
  'Write its value, or put it in single quotes if it is meant as it stands.':
    '请写出它的值；若要原样保留，请放在单引号中。',
  '{text} is for a shell, which is not there.': '{text} 是给 shell 用的，而这里没有 shell。',
  'Give one command alone, or put it in single quotes if it is meant as it stands.':
    '请只给出一个命令；若要原样保留，请放在单引号中。',

  '{name} was launched on another host.': '{name} 是在另一台主机上启动的。',
  'Choose that one, or none.': '请选择那一台，或不选。',
  '{name} is a job: it runs on a node, and {+host} is where jobs are submitted.':
    '{name} 是作业：它在计算节点上运行，而 {+host} 是提交作业之处。',
  'Measure from this computer; login nodes are not for load.':
    '请从本机测量；登录节点不用于发送负载。',
  'Add it under Hosts first.': '请先在“主机”中添加。',
  '{+url} is on this computer only, and {+host} cannot reach it.':
    '{+url} 只在本机上，{+host} 无法访问。',
  'Attach the server by an address that {+host} knows, or measure from this computer.':
    '请用 {+host} 能访问的地址连接该服务器，或从本机测量。',
  '{+lacks}, and there is none of ours for it ({+machine}).':
    '{+lacks}，而我们没有适合它的（{+machine}）。',
  'it does not say what it is': '它没有说明自己的类型',
  '{+lacks}, and ours needs glibc 2.28 or newer (it has {version}).':
    '{+lacks}，而我们的需要 glibc 2.28 或更新版本（那里是 {version}）。',
  '{+lacks}, and this computer has none for {+build} to send there.':
    '{+lacks}，而本机没有可发送过去的 {+build} 版本。',
  'There is no Node on {+host}, which the load generator runs on':
    '{+host} 上没有负载生成器所需的 Node',
  'The load generator needs {+wanted}; {+host} has {+found}':
    '负载生成器需要 {+wanted}；{+host} 上只有 {+found}',
  'The load generator is to run on our Node on {+host}': '{+host} 上的负载生成器须使用我们的 Node',
}
