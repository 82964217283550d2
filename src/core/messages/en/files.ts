// Files that are read or written: command lines, sweep files, results, bundles, reports, the database.
export const filesEn = {
  'files.notABundleLine': 'it is not a line of a bundle',
  'files.unexpectedForm': 'has an unexpected form',
  'files.bundleTooNew': 'The bundle is of version {version}; this Kneepoint reads up to {newest}',
  'files.bundleTooNew.remedy': 'Open it in a newer Kneepoint.',
  'files.notJsonLine': 'it is not JSON',
  'files.writeBundleAgain': 'Export the bundle again from the Kneepoint that wrote it.',
  'files.notBench': 'There is no benchmark command of vLLM or SGLang in this text.',
  'files.notBench.remedy':
    'Paste one with "vllm bench serve …", "benchmark_serving.py …" or "sglang.bench_serving …" in it; commands of other clients have other flags.',
  'files.noConversations': '--multi-turn: {dataset} has no conversations.',
  'files.noConversations.remedy': 'Choose random, sharegpt or custom, or leave the switch out.',
  'files.unusableFlag': '{flag} cannot be used: it {why}.',
  'files.unusableFlag.remedy': 'Leave it out if the benchmark means the same without it.',
  'files.unknownFlag': 'There is no flag {flag}.',
  'files.seeHelp': '{command} lists all flags.',
  'files.didYouMeanFlag': 'Did you mean {flag}? See {command}.',
  'files.ambiguousFlag': '{flag} could be {named}{others}.',
  'files.ambiguousFlag.remedy': 'Write the full name.',
  'files.strayArgument': '"{word}" does not belong to any flag.',
  'files.strayArgument.remedy': 'Flags begin with two dashes; a value with spaces needs quotes.',
  'files.noParts': '{flag} has no parts, so it takes no dot.',
  'files.unwantedValue': '{flag} takes no value, but "{value}" was given.',
  'files.valueNeeded': '{flag} needs a value: {form}.',
  'files.takesForm': '{flag} takes {form}, not "{text}".',
  'files.inexactNumber':
    '{flag}: {number} is beyond the integers that are sent exactly (up to 9007199254740991).',
  'files.takesJson': '{flag} takes a JSON object, not "{text}".',
  'files.quotedJson': "Write it in quotes: {flag} '{value}'.",
  'files.unchangedResult': 'Choose a file that vLLM or Kneepoint wrote, unchanged.',
  'files.notJson': 'is not JSON',
  'files.fixKey': 'Choose a file that vLLM or Kneepoint wrote with --save-result, or fix this key.',
  'files.fixToolKey': 'Choose a file that {tool} wrote, unchanged, or fix this key.',
  'files.unevenLists': '{key} has {count} entries, but errors has {requests}',
  'files.unevenLists.remedy':
    'Lists of requests have one entry each; fix the file or export it again.',
  'files.unclosedValue': 'line {line}: a value begins here and never ends',
  'files.unclosedValue.remedy': 'The file was cut short; write or copy it again.',
  'files.tooDeep': 'line {line}: nests more than {most} levels deep',
  'files.tooDeep.remedy': 'Results of vLLM nest three; choose the file it wrote.',
  'files.emptyAxis': 'varies nothing',
  'files.emptyAxis.remedy': 'Name a flag and its values.',
  'files.unevenAxis':
    'links lists of different lengths: {one} has {count} values, {other} {otherCount}',
  'files.unevenAxis.remedy':
    'Give lists of equal length, or use separate entries to combine all values.',
  'files.loadAxis': 'varies {flag}, which is the load',
  'files.loadAxis.remedy': 'Write it under "load", as a list or a range.',
  'files.mustBeLines': 'must hold "name: value" lines, not {value}',
  'files.unknownKey': 'is not a known key',
  'files.didYouMean': 'Did you mean "{flag}"?',
  'files.keys': 'There are {names}.',
  'files.mustBeList': 'must be a list, not {value}',
  'files.kindMissing': 'has no kind: {value}',
  'files.kindMissing.remedy': 'Give it one of {kinds}.',
  'files.launchMissing': 'has nothing to launch',
  'files.launchMissing.remedy':
    'Name a stored profile under "profile", or give flags under "launch".',
  'files.mustBeShare': 'must be a share, not {value}',
  'files.mustBeShare.remedy': 'Write it as "5 %" or 0.05.',
  'files.notNumbers': 'cannot be read as a list of numbers: {value}',
  'files.notNumbers.remedy': 'Write it as "1, 2, 4", "1..32 x2" or "10..50 +10".',
  'files.isMissing': 'is missing',
  'files.loadMissing.remedy':
    'Give "load: { request-rate: 1..32 x2 }", or "search: capacity" to have loads chosen.',
  'files.otherSection': 'belongs under "{section}"',
  'files.otherSection.remedy': 'Move it to "{section}".',
  'files.notALimit': 'is not a limit: {value}',
  'files.mustBeTime': 'must be a time, not {value}',
  'files.mustBeTime.remedy': 'Write seconds, or a unit: "90 s", "2 min".',
  'files.notAFlagValue': 'is not a value of a flag: {value}',
  'files.duplicate': 'has the same {key} as another one: "{name}"',
  'files.mustBeParameters': 'must hold parameters, not {value}',
  'files.parameterFile':
    'A parameter file is a list of objects, or an object of named objects, and not empty.',
  'files.nothingMeasured': '"{name}" has no results to export.',
  'files.nothingSampled': 'Nothing was sampled during "{name}".',
  'files.nothingSampled.remedy':
    'Runs of the application are sampled; those of the command line are not.',
  'files.notYamlOrJson': 'This is neither YAML nor JSON: {why}',
  'files.notYamlOrJson.remedy': 'docs/sweeps.md shows what a sweep file looks like.',
  'files.notJsonAndLong': 'This is not JSON, and {length} characters long.',
  'files.notJsonAndLong.remedy':
    'A sweep in YAML has fewer than {most}; write a longer one as JSON.',
  'files.bundleUnfinished': 'The bundle it came in was not read to its end.',
  'files.bundleUnfinished.remedy': 'Delete it and import the bundle once more.',
  'files.bundleCut': 'the bundle breaks off before its end',
  'files.sendAgain': 'Have it sent once more.',
  'files.strayLine': 'a line stands where none of its kind belongs',
  'files.tooManyInBundle': 'the bundle holds more {things} than any measurement',
  'files.doNotTrust': 'Do not trust where it came from.',
  'files.noSigningKey': '{file} holds no private Ed25519 key in PEM.',
  'files.noSigningKey.remedy': 'Make one: openssl genpkey -algorithm ed25519 -out FILE',
  'files.isNoBundle': '{file} is not a bundle.',
  'files.notABundle': 'the file is not a bundle',
  'files.notABundle.remedy':
    'Choose one that "kneepoint report --format bundle" wrote, of version {version} or before.',
  'files.bundleDamaged': 'the file breaks off or is damaged',
  'files.bundleTooLarge': 'the bundle unpacks to more than any measurement holds',
  'files.jobCancelled': 'It was cancelled before it was done.',
  'files.noJob': 'There is no job "{name}".',
  'files.jobEnded': 'The process that worked on it ended before it was done (exit code {code}).',
  'files.jobEnded.remedy': 'Try again; if there is little memory left, close other programs first.',
  'files.reportGone': 'The report no longer exists.',
  'files.reportGone.remedy': 'Have it made once more.',
  'files.nothingToWrite': 'These runs have measured nothing that could be written.',
  'files.noEndedRun': 'No completed run to report on.',
  'files.noEndedRun.remedy': 'Wait until the first one has.',
  'files.unknownThing': 'There is no {kind} {id}.',
  'files.unknownThing.remedy': 'It was removed.',
  'files.mostlyNoResult': 'most of the file is not a result; the rest was not read',
  'files.resultFile': 'Choose a file that vLLM or Kneepoint wrote.',
  'files.noResult': 'the file holds no result',
  'files.tooLarge': '{name} is larger than {most} MiB.',
  'files.tooLarge.remedy':
    'Split it: results may lie in several files, and need not hold every request.',
  'files.notAFile': 'it is not a file',
  'files.unreadable': '{path} cannot be read: {why}.',
  'files.unreadable.remedy': 'Give the path of a result file.',
  'files.cannotRead': '{path} cannot be read: {why}',
  'files.notText': '{path} is a {format} file, not text.',
  'files.notText.remedy': 'Unpack it first, or save it as JSON or CSV in UTF-8.',
  'files.notFetched': '{path} is a pointer of Git LFS, not the file itself.',
  'files.notFetched.remedy': 'Run "git lfs pull" in its repository, or download the file again.',
  'files.notUtf8': '{path}, line {line}: byte {byte} of the file ({value}) is not UTF-8.',
  'files.notUtf8.remedy':
    'The file may be in Latin-1 or Windows-1252; save it as UTF-8, for example with iconv -f LATIN1 -t UTF-8.',
  'files.badEncoding': '{path} begins as {encoding} but does not continue so.',
  'files.uploadGone': 'The file no longer exists.',
  'files.uploadGone.remedy': 'Choose it once more.',
  'files.uploadFailed': 'The file cannot be stored temporarily: {why}.',
  'files.uploadFailed.remedy': 'Make room in {folder}, then choose it once more.',
  'files.databaseClaimed': 'Another Kneepoint window is using {path}.',
  'files.databaseClaimed.remedy': 'Use or close that one, or set KNEEPOINT_DATA to another folder.',
  'files.backupExists': '{path} is there already.',
  'files.backupExists.remedy': 'Choose another name; a backup never replaces one.',
  'files.backupFailed': 'The backup {path} could not be made: {why}.',
  'files.backupFailed.remedy': 'Check the folder, its permissions and its room.',
  'files.noDatabase': 'There is no database at {path}.',
  'files.noDatabase.remedy': 'Nothing has been stored yet, or KNEEPOINT_DATA names another folder.',
  'files.vacuumSpace': 'Rewriting {path} needs {needed} MiB, and its disk has {free} MiB free.',
  'files.vacuumSpace.remedy':
    'Make room first, or move the folder and set KNEEPOINT_DATA to its new place.',
  'files.databaseTooNew':
    'The database {path} was written by a newer Kneepoint (its version is {version}, this program knows up to {newest}).',
  'files.databaseTooNew.remedy':
    'Update Kneepoint, or set KNEEPOINT_DATA to another folder to start afresh.',
  'files.databaseDamaged': 'The database {path} is damaged: {why}.',
  'files.databaseDamaged.remedy':
    'See what "kneepoint db check" finds; restore a backup in its place, or move it away to start with an empty one.',
  'files.nestedTooDeep': 'It is nested more than {levels} levels deep',
  'files.rowDamaged': 'The entry {id} of {table} in the database cannot be read: {why}.',
  'files.rowDamaged.remedy':
    'Run "kneepoint db repair": it saves the entry to a file and mends or removes it. All others stay as they are.',
  'files.notReadBack':
    'An entry of {table} was not stored, because it could not be read back: {why}.',
  'files.notReadBack.remedy':
    'Check where the value comes from: the server, or the file that is imported.',
  'files.damagedNotSaved': 'The damaged entries could not be saved to {path}: {why}.',
  'files.damagedNotSaved.remedy': 'Nothing was changed. Make room there, then repeat it.',
  'files.figuresLost': 'Its figures could not be read ({why}).',
  'files.figuresLost.remedy': 'Its requests are still there: export it, or repeat the run.',
  'files.databaseInUse': 'The database {path} is in use by another process: {why}.',
  'files.databaseInUse.remedy': 'Wait for that process or end it, then try again.',
  'files.databaseFull': 'The database {path} has no room to grow: {why}.',
  'files.databaseFull.remedy':
    'Free space on its disk; "kneepoint db vacuum" frees the space of removed runs.',
  'files.databaseReadOnly': 'The database {path} cannot be written: {why}.',
  'files.databaseReadOnly.remedy':
    'Check the folder and its permissions, or set KNEEPOINT_DATA to another folder.',
  'files.databaseUnusable': 'The database {path} cannot be used: {why}.',
  'files.connectionLost': 'The connection to Kneepoint is lost.',
  'files.connectionLost.remedy': 'Wait for it to return, or start Kneepoint again.',
  'files.theFile': 'The file',
  'files.keysAndOthers': 'There are {names} and others.',
  'files.mustBeNot': '{what}, not {value}',
  'files.notAResult': 'is not a benchmark result',
  'files.neitherJsonNorTable': 'is neither JSON, YAML nor a table',
  'files.neitherJsonNorTable.remedy':
    'Choose the file that the benchmark saved, not what it printed on the terminal.',
  'tools.aiperf.tpot':
    'TPOT is what AIPerf calls inter-token latency: the time after the first token of a request over the tokens after the first chunk, counted by its own tokenizer unless it was run with --use-server-token-count.',
  'tools.aiperf.itl':
    'ITL is what AIPerf calls inter-chunk latency: every gap between two stream events. A dash where it was not exported.',
  'tools.aiperf.e2el':
    'E2EL ends with the last event that has content. Token throughput is from the server’s token counts where the file has them.',
  'files.useJsonReport': 'is a table of {what} that lacks the duration or the counts of requests',
  'files.useJsonReport.remedy': 'Import the JSON or YAML report of the same run.',
  'files.tableColumns': 'is a CSV table ({what}, …) without the columns duration and completed',
  'files.tableColumns.remedy':
    "Name the columns as vLLM's result file does: duration, completed, total_input_tokens, mean_ttft_ms, ….",
  'files.unread': 'is a file of {name}: {why}',
  'files.unread.remedy': 'Import a file with the figures of a load on a server.',
  'files.unread.offline': 'it measures batches without a server, so no request has a latency',
  'files.unread.startup': 'it measures how long a server takes to start, not a load',
  'files.unread.serverMetrics': 'it holds what the server reported, not the requests',
  'files.unread.perRequest': 'it lists requests without the figures of the run',
  'files.unread.summary': 'it restates the results of another tool; import the file of that tool',
  'tools.genaiPerf.tpot':
    'TPOT is what GenAI-Perf calls inter-token latency: the time after the first token of a request over the tokens after it, counted by its own tokenizer.',
  'tools.genaiPerf.duration':
    'The file has no duration: it is the number of requests over their throughput. Tokens are the mean lengths times the requests.',
  'tools.llmperf.tpot':
    'llmperf’s inter-token latency includes the first token and is left out; TTFT and E2EL are defined as here.',
  'tools.llmperf.duration':
    'The duration is the number of completed requests over their rate. Tokens are the mean lengths times the requests, counted by a Llama tokenizer.',
  'tools.guidellm.tpot':
    'TPOT is computed from the requests in the file, by what GuideLLM calls inter-token latency. Its own TPOT also counts the first token and is left out.',
  'tools.guidellm.itl':
    'ITL is GuideLLM’s: the mean is over all tokens; median and percentiles are over the means of requests, weighted by their tokens.',
  'tools.guidellm.throughput':
    'Throughput counts requests that completed within the measured window, over its duration. Requests cut off at its end count as neither completed nor failed.',
  'tools.inferencePerf.tpot':
    'TPOT is over the output tokens that inference-perf’s own tokenizer counts, unless it was set to use the server’s count.',
  'tools.inferencePerf.itl':
    'ITL is between tokens: gaps of tokens that arrived in one stream event are 0.',
  'tools.inferencePerf.throughput':
    'Token throughput is the server’s token count over the duration; inference-perf reports its tokenizer’s.',
  'tools.inferenceBenchmarker.tpot':
    'TPOT is what inference-benchmarker calls inter-token latency, a mean of each request.',
  'tools.inferenceBenchmarker.median':
    'Latencies are imported from files that state a median; earlier versions write the mean and two percentiles alone. The warm-up is left out.',
  'tools.llmd.tool':
    'llm-d restates the figures of the tool that sent the load; TPOT and ITL are defined as in that tool.',
  'tools.llmd.duration':
    'The duration is the completed requests over their rate, or that of the experiment. Tokens are the mean lengths times the requests.',
  'tools.mlperf.window':
    'Figures are of the steady-state window, whose duration is an issue time; throughput is not that of a whole run.',
  'tools.mlperf.lacks':
    'The file states neither the concurrency nor the input tokens; point.yaml beside it has the concurrency.',
  'tools.tensorrt.process':
    'trtllm-bench measures the engine in its own process: TTFT and E2EL have no HTTP, no tokenizer and no network in them.',
  'tools.tensorrt.counts':
    'Tokens are the mean lengths times the requests. Failed requests are not reported.',
  'tools.sglang.same':
    'TTFT, TPOT, ITL and throughput are defined as in vLLM. The file names no model unless the server is SGLang.',
} as const
