// Words every form shares.
export const form = {
  reset: 'Reset to the default: {value} ({field})',
  changed: '{count|# field|# fields} changed',
  resetAll: 'Undo the changes',
  problems: '{count|# problem|# problems} to fix',
  more: 'More',
  search: 'Search all settings',
  find: 'Search',
  noneFound: 'Nothing matches.',
  nothingFound: 'No setting matches. Other APIs and datasets have settings of their own.',
} as const
