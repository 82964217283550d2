// A colour for each configuration of a report, told apart with any colour vision; each theme has its own shade of a hue.

export const configurationColours = {
  light: ['#0072b2', '#d55e00', '#009166', '#b8568c', '#7a52c4', '#a46c00', '#1f7d86', '#5d7a1f'],
  dark: ['#56b4e9', '#f07f3c', '#1fb58a', '#d98bb6', '#b39af0', '#d9a441', '#5cc3c9', '#a9c956'],
}

/** The class of a configuration's marks; colours come again where there are more configurations. */
export function configurationClass(configuration: number): string {
  return `arm-${configuration % configurationColours.light.length}`
}
