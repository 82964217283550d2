// The page of every result: a run, a sweep, a comparison, an imported file.
export const result = {
  answer: 'Answer',
  moreReasons: '{count} more',
  fold: {
    figures: 'Figures',
    loads: 'Loads',
  },
  step: {
    again: 'Measure again',
    calibrate: 'Calibrate the client',
    longer: 'Measure with more requests',
    capacity: 'Find the capacity',
    launch: 'Launch with these flags',
  },
} as const
