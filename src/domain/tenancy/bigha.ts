// How large a bigha is where a programme works (domain dictionary 1.2): a quarter of a hectare here, more or less elsewhere. Only the programme can say.

/** Hectares of a bigha; null where nobody has said. */
export const bighaOf = ({ config }: { config: Readonly<Record<string, unknown>> }): number | null =>
  typeof config.bighaHa === 'number' && config.bighaHa > 0 ? config.bighaHa : null
