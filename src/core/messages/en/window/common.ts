// Words used all over the window.
export const common = {
  cancel: 'Cancel',
  close: 'Close',
  undo: 'Undo',
  copied: 'Copied',
  copy: 'Copy',
  keep: 'Keep it',
  loading: 'Loading…',
  name: 'Name',
  remove: 'Remove',
  rename: 'Rename',
  renameHint: 'The name is only a label; nothing else changes.',
  simulated: 'simulated',
  actions: 'Actions',
  more: 'More actions',
  none: 'none',
  yes: 'yes',
  no: 'no',
  /** Said of something: a figure of a limit, a reason of a failure. */
  reported: '{what}: {said}',
  listed: '{one}, {other}',
} as const
