// Messages of datasets of the Hugging Face Hub.
export const hubDatasetsMessages = {
  'config.hubName': 'must name the dataset that {id} is a copy of: its rows are not known here',
  'config.hubSplit': 'must be given for this dataset, as in the original; most have "train"',
  'config.hubFunctions': 'functions to call are sent with chat messages; choose openai-chat',
  'config.longestBelowShortest': 'must not be below the shortest length, else no recording is left',
  'config.mostBelowLeast': 'must not be below the least distance, else no row is left',
  'workload.bfclCategories': 'Give --bfcl-categories some of: {categories}.',
  'workload.bfclFolder': 'Give the id of the leaderboard, or a folder that holds such files.',
  'workload.cardUnreadable': 'the dataset card {path} cannot be parsed: {why}',
  'workload.cardUnreadable.remedy': 'Fix its header, or give the data file itself.',
  'workload.hfName': 'Name the dataset it is a copy of with --hf-name, or give another file.',
  'workload.image': 'an image',
  'workload.imageField': 'must be an image: its bytes, a path or a URL',
  'workload.noBfclFile': 'there is no file BFCL_v3_{file}.json in the dataset',
  'workload.noUsableRow': '{id} has no usable row',
  'workload.noUsableRow.remedy':
    'Rows are left out by their lengths or durations; see the flags of this dataset.',
  'workload.soundField': 'must be a sound file: its bytes or a path',
  'workload.splits': 'Give --hf-split one of: {splits}.',
  'workload.unknownDataset': '{id} is not a known dataset',
} as const
