// Messages of a gate: its verdict, the reasons for excluding a run, the history, and its file.
export const gateMessages = {
  'gate.pass': 'Pass: {figures} within tolerance',
  'gate.worse': 'Worse: {figures}',
  'gate.undecided': 'Undecided: {figures}',
  'gate.notValid': 'Not valid: {reasons}',
  'gate.effect': '{figure} {change} ({low} … {high}), tolerance {tolerance}',
  'gate.effectAlone': '{figure} {change}, tolerance {tolerance}',
  'gate.noValue': '{figure} was not measured',
  'gate.plan': 'At most {count|# repeat|# repeats}.',
  'gate.planStarts': 'Each repeat starts its servers anew: at most {count|# start|# starts}.',
  'gate.afterRepeats': 'After {count|# repeat|# repeats}.',
  'gate.startsCounted':
    'Servers were started {baseline|once|# times} for the baseline and {candidate|once|# times} for the candidate.',
  'gate.rates':
    'Over all interim looks, at most {percent} % of candidates within their tolerances are called worse, and at most {percent} % of those beyond a tolerance pass.',
  'gate.starts':
    'Starts of a server are assumed to differ by {spread} (start-spread): these starts cannot show a loss of less than {least}.',
  'gate.advice.starts':
    'More repeats on the same starts do not help. Name both servers in the file as launches (server, baseline), which each repeat starts anew; judge runs of several starts a side (--baseline, --candidate); or set start-spread in the file to what you know of your servers.',
  'gate.advice.undecided':
    'Raise --repeats (now {repeats}), or lengthen the runs; about {needed} repeats would decide.',
  'gate.advice.undecidedPlain': 'Raise --repeats (now {repeats}), or lengthen the runs.',
  'gate.advice.fixedBaseline':
    'The baseline has {count|# run|# runs}: add more with --baseline last:N, or measure it again next to the candidate with --baseline-url.',
  'gate.advice.stored': 'Give both sides more runs, or longer ones.',
  'gate.advice.notValid':
    'Fix what the reasons name and run the gate again; --allow accepts {allowed}.',
  'gate.advice.notValidPlain': 'Fix what the reasons name and run the gate again.',
  'gate.refused': '{run} is not accepted as evidence: {reasons}',
  'gate.refused.nothing': 'nothing was measured',
  'gate.refused.saturated':
    'the server was saturated, so its latencies grow with the length of the run',
  'gate.refused.throttled': 'a GPU was throttled in {percent} % of the samples ({why})',
  'gate.refused.load': '{name} is {other}, of the baseline {base}',
  'gate.refused.model': 'the model is {other}, of the baseline {base}',
  'gate.refused.version': 'the version of the server is {other}, of the baseline {base}',
  'gate.refused.hardware': 'the hardware is {other}, of the baseline {base}',
  'gate.shift':
    'In the history, {figure} changed by {change} at {run}; runs before it are left out.',
  'gate.drift': 'In the history, {figure} drifts: {change} over the last {runs} jobs.',
  'gate.outliers': 'In the history, {runs} stand out alone in {figure} and are left out.',
  'gate.baseline.server': '{server}, measured beside the candidate',
  'gate.baseline.runs': '{count|# earlier run|# earlier runs}',
  'gate.against': '{name}: {candidate}, compared with {baseline}',
  'gate.repeat': 'Repeat {repeat} of at most {most}: {side}',
  'gate.side.baseline': 'baseline',
  'gate.side.candidate': 'candidate',
  'gate.file.twice': 'names a figure twice',
  'gate.file.figures.remedy':
    'Write each figure with its tolerance, such as "p99 ttft: 5 %" and "output-throughput: 3 %".',
  'gate.file.noFigure': 'is not a figure',
  'gate.file.noFigure.remedy':
    'Figures are mean, median or p0 to p100 of {latencies}, and others: {names}.',
  'gate.file.noTolerance': 'must be a share above 0 and below 100 %, not {value}',
  'gate.file.noTolerance.remedy': 'Write the largest loss that is accepted, such as "5 %".',
  'gate.file.noStartSpread': 'must be a share of 0 to 20 %, not {value}',
  'gate.file.noStartSpread.remedy':
    'Write the standard deviation by which starts of your server differ, such as "3 %".',
  'gate.file.noErrorRate': 'must be a share above 0 and up to 20 %, not {value}',
  'gate.file.noErrorRate.remedy':
    'Write the chance of a false verdict that is accepted, such as "1 %".',
  'gate.noBaseline': 'There is nothing to compare with.',
  'gate.noBaseline.remedy':
    'Name runs or a bundle with --baseline, "--baseline last:10" for the newest runs of this benchmark, or a server with --baseline-url or "baseline:" in the file.',
  'gate.bothBaselines': '--baseline and --baseline-url exclude each other.',
  'gate.noCandidate': 'The file names no server.',
  'gate.noCandidate.remedy': 'Add "server:" to it, or name the candidate with --base-url.',
  'gate.noServer': 'A server of the gate is not in the list any more.',
  'gate.noServer.remedy': 'Choose another server.',
  'gate.noRecord': 'This gate was deleted.',
  'gate.noRecord.remedy': 'Run it again.',
  'gate.noHistory': 'None of the stored runs is of this benchmark and can be used.',
  'gate.noHistory.remedy':
    'Run it first, for example with "kneepoint gate FILE --baseline-url", or name runs with --baseline.',
  'gate.lastNumber': '"{value}" must be "last:" and a number of 1 to 1000.',
  'gate.head.change': 'change',
  'gate.head.range': 'between',
  'gate.head.tolerance': 'tolerance',
  'gate.state.worse': 'worse',
  'gate.state.within': 'within',
  'gate.state.undecided': 'undecided',
  'gate.state.no-value': 'not measured',
  'gate.storedCandidate':
    'A baseline that is measured beside the candidate needs a candidate to measure.',
  'gate.storedCandidate.remedy': 'Use --baseline with --candidate, or leave --candidate out.',
} as const
