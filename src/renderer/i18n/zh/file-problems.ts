// What is wrong with a file that is read or kept, in Chinese: command lines, sweep files, results, bundles, the
// database. By the English sentence, as in `launch-problems.ts`.
export const fileProblemsZh: Readonly<Record<string, string>> = {
  'This command does not run a serving benchmark.': '该命令不是服务压测命令。',
  'Paste one with "vllm bench serve …" or "benchmark_serving.py …" in it.':
    '请粘贴含有 "vllm bench serve …" 或 "benchmark_serving.py …" 的命令。',
  '--multi-turn: {dataset} has no conversations.': '--multi-turn：{dataset} 没有对话。',
  'Choose random, sharegpt or custom, or leave the switch out.':
    '请选择 random、sharegpt 或 custom，或去掉该开关。',
  'There is no flag {flag}.': '没有参数 {flag}。',
  '{flag} cannot be used: it {+why}.': '无法使用 {flag}：它 {+why}。',
  'Leave it out if the benchmark means the same without it.': '若不影响压测的含义，请去掉它。',
  'See {+command} for those there are.': '可用参数见 {+command}。',
  'Did you mean {flag}?': '是否指 {flag}？',
  'See {+command}.': '详见 {+command}。',
  '{flag} could be {+names}.': '{flag} 可能是 {+names}。',
  'Write more of it.': '请写得更完整。',
  '{word} does not belong to any flag.': '{word} 不属于任何参数。',
  'Flags begin with two dashes; a value with spaces needs quotes.':
    '参数以两个连字符开头；含空格的值需要引号。',
  '{flag} has no parts: nothing may follow it with a dot.': '{flag} 没有子项：其后不能接点号。',
  '{flag} takes no value, but {value} was given.': '{flag} 不带值，却给出了 {value}。',
  '{flag} needs a value: {+form}.': '{flag} 需要一个值：{+form}。',
  'Write it in quotes: {+form}.': '请加引号书写：{+form}。',

  'varies nothing': '没有变化任何参数',
  'Name a flag and its values.': '请写出参数及其取值。',
  'links lists of different lengths: {one} has {count} values, {other} {otherCount}':
    '联动的列表长度不同：{one} 有 {count} 个值，{other} 有 {otherCount} 个',
  'Give each as many, or put them into entries of their own to combine every one with every other.':
    '请使取值个数相同，或分成各自的条目以两两组合。',
  'varies {flag}, which is the load': '变化了 {flag}，而它属于负载',
  'Write it under "load", as a list or a range.': '请写在 "load" 下，写成列表或范围。',
  'is not known here': '不认识',
  'There are {+names}.': '可用：{+names}。',
  'does not say what it is: {+value}': '没有说明类型：{+value}',
  'Give it one of {+kinds}.': '请给出以下之一：{+kinds}。',
  'does not say what to launch': '没有说明要启动什么',
  'Name a kept profile under "profile", or give flags under "launch".':
    '请在 "profile" 下指定已保存的启动配置，或在 "launch" 下给出参数。',
  'must hold "name: value" lines, not {+value}': '必须是 "name: value" 形式的行，而不是 {+value}',
  'must be a list, not {+value}': '必须是列表，而不是 {+value}',
  'must be a share, not {+value}': '必须是比例，而不是 {+value}',
  'must be a time, not {+value}': '必须是时间，而不是 {+value}',
  'must hold parameters, not {+value}': '必须含参数，而不是 {+value}',
  'Write it as "5 %" or 0.05.': '请写作 "5 %" 或 0.05。',
  'cannot be read as a list of numbers: {+value}': '无法读作数字列表：{+value}',
  'Write it as "1, 2, 4", "1..32 x2" or "10..50 +10".':
    '请写作 "1, 2, 4"、"1..32 x2" 或 "10..50 +10"。',
  'Give "load: {+rates}", or "search: capacity" to have loads chosen.':
    '请写 "load: {+rates}"，或写 "search: capacity" 由搜索选取负载。',
  'is not said here, but under {section}': '不应写在这里，而应写在 {section} 下',
  'Move it to {section}.': '请移到 {section}。',
  'is no limit: {+value}': '不是限值：{+value}',
  'Write it as "p95 ttft <= 300 ms", "mean tpot <= 50 ms", "errors <= 1 %" or "goodput >= 90 %".':
    '请写作 "p95 ttft <= 300 ms"、"mean tpot <= 50 ms"、"errors <= 1 %" 或 "goodput >= 90 %"。',
  'Write seconds, or a unit: "90 s", "2 min".': '请写秒数，或带单位："90 s"、"2 min"。',
  'is no value of a flag: {+value}': '不是参数的值：{+value}',
  'has a {key} of another one: {name}': '与另一项的 {key} 相同：{name}',
  'A parameter file is a list of objects, or an object of named objects, and not empty.':
    '参数文件是对象的列表，或由具名对象组成的对象，且不能为空。',

  'is not JSON': '不是 JSON',
  'Choose a file that vLLM or Kneepoint wrote, unchanged.':
    '请选择 vLLM 或 Kneepoint 写出、未经改动的文件。',
  'Choose a file that vLLM or Kneepoint wrote with --save-result, or mend this key.':
    '请选择 vLLM 或 Kneepoint 用 --save-result 写出的文件，或修正该键。',
  'Choose a file that vLLM or Kneepoint wrote.': '请选择 vLLM 或 Kneepoint 写出的文件。',
  '{key} has {count} entries, but errors has {requests}':
    '{key} 有 {count} 项，而 errors 有 {requests} 项',
  'Lists of requests have one entry each; mend the file or export it again.':
    '各请求列表的项数须一致；请修正文件或重新导出。',
  'line {line}: what begins here never ends': '第 {line} 行：从这里开始的内容没有结束',
  'The file was cut short; write or copy it again.': '文件不完整；请重新写出或复制。',
  'line {line}: nests more than {most} levels deep': '第 {line} 行：嵌套超过 {most} 层',
  'Results of vLLM nest three; choose the file it wrote.':
    'vLLM 的结果嵌套三层；请选择它写出的文件。',
  'most of the file is no result; the rest was not read': '文件大部分不是结果；其余部分未读取',
  'the file holds no result': '文件中没有结果',
  '{+name} is larger than {most} MiB.': '{+name} 超过 {most} MiB。',
  'Split it: results may lie in several files, and need not hold every request.':
    '请拆分：结果可以分布在多个文件中，也不必包含每个请求。',
  '{+path} cannot be read: {+why}.': '无法读取 {+path}：{+why}。',
  'Give the path of a result file.': '请给出结果文件的路径。',
  'The file is not there any more.': '文件已不存在。',
  'Choose it once more.': '请重新选择。',
  'The file cannot be kept while it is read: {+why}.': '读取期间无法保存该文件：{+why}。',
  'Make room in {+folder}, then choose it once more.': '请为 {+folder} 腾出空间后重新选择。',

  'The bundle is of version {version}; this Kneepoint reads up to {newest}':
    '数据包的版本为 {version}；此 Kneepoint 最高支持 {newest}',
  'Open it in a newer Kneepoint.': '请用更新的 Kneepoint 打开。',
  'it is no line of a bundle': '它不是数据包中的行',
  'it is no JSON': '它不是 JSON',
  'Have the bundle written once more by the Kneepoint it came from.':
    '请由其来源的 Kneepoint 重新写出数据包。',
  'The bundle it came in was not read to its end.': '它所在的数据包没有读完。',
  'Delete it and import the bundle once more.': '请删除它，并重新导入数据包。',
  'the bundle breaks off before its end': '数据包不完整，中途结束',
  'Have it sent once more.': '请让对方重新发送。',
  'a line stands where none of its kind belongs': '有一行出现在不该出现的位置',
  'the bundle holds more {things} than any measurement': '数据包中的 {things} 多于任何测量',
  'the bundle unpacks to more than any measurement holds': '数据包解压后大于任何测量',
  'Do not trust where it came from.': '请勿信任其来源。',
  'the file is no bundle': '文件不是数据包',
  'Choose one that "kneepoint report --format bundle" wrote, of version {version} or before.':
    '请选择由 "kneepoint report --format bundle" 写出、版本不高于 {version} 的文件。',
  'the file breaks off or is damaged': '文件不完整或已损坏',
  'The report is not there any more.': '报告已不存在。',
  'Have it made once more.': '请重新生成。',
  'These runs have measured nothing that could be written.': '这些运行没有可写出的测量结果。',
  'There is no run to report on that has ended.': '没有已结束的运行可供报告。',
  'Wait until the first one has.': '请等第一次运行结束。',

  'Another Kneepoint window is using {+path}.': '另一个 Kneepoint 窗口正在使用 {+path}。',
  'Use or close that one, or set KNEEPOINT_DATA to another folder.':
    '请使用或关闭那个窗口，或把 KNEEPOINT_DATA 设为其他目录。',
  '{+path} is there already.': '{+path} 已存在。',
  'Choose another name; a backup never replaces one.': '请另取名称；备份不会覆盖已有文件。',
  'The backup {+path} could not be made: {+why}.': '无法生成备份 {+path}：{+why}。',
  'Check the folder, its permissions and its room.': '请检查目录及其权限和剩余空间。',
  'There is no database at {+path}.': '{+path} 没有数据库。',
  'Nothing has been kept yet, or KNEEPOINT_DATA names another folder.':
    '可能尚未保存过任何内容，或 KNEEPOINT_DATA 指向其他目录。',
  'Writing {+path} anew takes {needed} MiB, and its disk has {free} MiB left.':
    '重写 {+path} 需要 {needed} MiB，而磁盘只剩 {free} MiB。',
  'Make room first, or move the folder and set KNEEPOINT_DATA to its new place.':
    '请先腾出空间，或移动该目录并把 KNEEPOINT_DATA 设为新位置。',
  'The database {+path} was written by a newer Kneepoint (its version is {version}, this program knows up to {newest}).':
    '数据库 {+path} 由更新的 Kneepoint 写出（版本 {version}，本程序最高支持 {newest}）。',
  'Update Kneepoint, or set KNEEPOINT_DATA to another folder to start afresh.':
    '请更新 Kneepoint，或把 KNEEPOINT_DATA 设为其他目录以重新开始。',
  'The database {+path} is damaged: {+why}.': '数据库 {+path} 已损坏：{+why}。',
  'See what "kneepoint db check" finds; put a backup in its place, or move it away to start afresh.':
    '请查看 "kneepoint db check" 的结果；用备份替换它，或将其移走以重新开始。',
  'The database {+path} is in use by another process: {+why}.':
    '数据库 {+path} 正被另一进程使用：{+why}。',
  'Wait for that process or end it, then try again.': '请等待或结束该进程，然后重试。',
  'The database {+path} has no room to grow: {+why}.': '数据库 {+path} 没有空间可增长：{+why}。',
  'Make room on its disk; "kneepoint db vacuum" gives back what removed runs held.':
    '请腾出磁盘空间；"kneepoint db vacuum" 可收回已删除运行占用的空间。',
  'The database {+path} cannot be written: {+why}.': '无法写入数据库 {+path}：{+why}。',
  'The database {+path} cannot be used: {+why}.': '无法使用数据库 {+path}：{+why}。',
  'Check the folder and its permissions, or set KNEEPOINT_DATA to another folder.':
    '请检查目录及其权限，或把 KNEEPOINT_DATA 设为其他目录。',
  'The connection to Kneepoint is lost.': '与 Kneepoint 的连接已断开。',
  'Wait for it to return, or start Kneepoint again.': '请等待恢复，或重新启动 Kneepoint。',
  'It was given up before it was done.': '在完成之前已放弃。',
  'The process that worked on it ended before it was done (exit code {code}).':
    '处理它的进程在完成之前结束（退出码 {code}）。',
  'Try again; if there is little memory left, close other programs first.':
    '请重试；若内存不足，请先关闭其他程序。',
}
