// The unit in which a programme reads areas (domain dictionary 1.2): hectares, acres, or bighas of the size that it says. Hectares with four decimals are what
// is stored, answered by the API, written into CSV and XLSX, entered in forms, compared by rules, and stated by certificates and signed documents.

export const areaUnits = { ha: 'Hectares', acre: 'Acres', bigha: 'Bighas' } as const
export type AreaUnitName = keyof typeof areaUnits

/** Hectares of an acre, as the dictionary rounds it. */
export const haPerAcre = 0.404686

/** `ha`: hectares of one. */
export type AreaUnit = { name: AreaUnitName; ha: number }
export const hectare: AreaUnit = { name: 'ha', ha: 1 }
export const acre: AreaUnit = { name: 'acre', ha: haPerAcre }

type Config = Readonly<Record<string, unknown>>
export const areaUnitNameOf = ({ areaUnit }: Config): AreaUnitName => (areaUnit === 'acre' || areaUnit === 'bigha' ? areaUnit : 'ha')

/** The unit that stored settings name; hectares where they name bighas and not how large one is. */
export function areaUnitOf(config: Config): AreaUnit {
  const name = areaUnitNameOf(config)
  const { bighaHa } = config
  if (name === 'bigha' && typeof bighaHa === 'number' && bighaHa > 0) return { name, ha: bighaHa }
  return name === 'acre' ? acre : hectare
}

/** As it travels to browsers and formatters: the name and its hectares. */
export const areaUnitText = ({ name, ha }: AreaUnit): string => `${name} ${ha}`

/** An area in the unit, not rounded: whoever writes it rounds once, to two decimals (four below 0.01). */
export const inAreaUnit = (ha: number, unit: AreaUnit): number => ha / unit.ha

/**
 * An area given in the unit, in hectares as they are stored: half away from zero to four decimals. What was given with two decimals is written again as it
 * was given, from 0.02 on: 0.00005 ha are 0.001 of the smallest bigha (0.05 ha), and a second decimal needs 0.005.
 */
export const toHectares = (area: number, unit: AreaUnit): number => Math.round(area * unit.ha * 1e4) / 1e4

/** The decimals with which an area is written. */
export const areaDecimals = (area: number): number => (Math.abs(area) < 0.01 && area !== 0 ? 4 : 2)

/** Bighas as the unit need their size. */
export const unsizedUnit = (settings: { areaUnit: AreaUnitName; bighaHa: number | null }) =>
  settings.areaUnit === 'bigha' && settings.bighaHa === null
    ? [{ path: 'bighaHa', code: 'required', message: 'Areas in bighas need the size of a bigha.' } as const]
    : []
