// Runs against one of them.
export const compare = {
  title: 'Comparison',
  compare: 'Compare {count} runs',
  base: 'Held against',
  tooFew:
    'A comparison takes two runs or more that have measured something. Select them in Results.',
  figures: 'Figures of the runs',
  figure: 'Figure',
  worth: 'Worth as evidence',
  failedShare: 'Failed requests',
  difference: 'difference',
  interval: '95 % interval',
  notMeasured: 'not measured',
  verdict: { better: 'Better', worse: 'Worse', same: 'Same', unclear: 'Unclear' },
  movement: {
    title: 'Whether it moved',
    moved: 'It moved',
    unclear: 'Nothing is shown to have moved',
    same: 'It did not move',
  },
  counts: 'Figures: {better} better, {worse} worse, {same} the same, {unclear} unclear',
  about:
    'Same: any difference is below 2 % of the value. Unclear: a larger one is neither shown nor ruled out; longer runs, or more of them, would tell. Intervals come from the requests of each run and do not cover what differs from one start of a server to the next.',
  settings: 'In what they differ',
  sameSettings: 'They were made alike: same benchmark, same server.',
  setting: 'Setting',
  host: 'Host',
  gpus: 'GPUs',
  launch: 'Launched with',
}
