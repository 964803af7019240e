// English needs no translation, only its singulars: a sentence for many, and the one for a single thing. i18next picks by
// `count`; a language without such an entry says its one sentence.
const singular = {
  '{{count}} plots': '{{count}} plot',
  '{{count}} plots in sight': '{{count}} plot in sight',
  '{{count}} plots around, at most 250 m away': '{{count}} plot around, at most 250 m away',
  '{{count}} plots; choose one, or zoom in to see them drawn.': '{{count}} plot; choose it, or zoom in to see it drawn.',
  'Trace from {{count}} plots': 'Trace from {{count}} plot',
  'Map of {{count}} plots and {{places}}': 'Map of {{count}} plot and {{places}}',
  'From {{count}} plots': 'From {{count}} plot',
  '… {{count}} more plots': '… {{count}} more plot',
  '{{count}} runs': '{{count}} run',
  '{{place}}, {{count}} runs': '{{place}}, {{count}} run',
  '{{product}}, {{count}} lots': '{{product}}, {{count}} lot',
  '{{count}} lots of this owner': '{{count}} lot of this owner',
  '{{kg}} in {{count}} lines': '{{kg}} in {{count}} line',
  '{{count}} weeks': '{{count}} week',
  '{{count}} days': '{{count}} day',
  '{{count}} days to {{step}}': '{{count}} day to {{step}}',
  '{{count}} days to go': '{{count}} day to go',
  '{{count}} entries': '{{count}} entry',
  '{{count}} movements, oldest first': '{{count}} movement',
  '{{count}} further boundaries are left out': '{{count}} further boundary is left out',
  'Done for {{count}} records.': 'Done for {{count}} record.',
  'At most {{count}} characters.': 'At most {{count}} character.',
} as const

/** Keyed as i18next looks them up. */
export const sentences: Record<string, string> = Object.fromEntries(Object.entries(singular).map(([many, one]) => [`${many}_one`, one]))
