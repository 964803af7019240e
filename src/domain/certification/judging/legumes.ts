// Which crops are legumes, for rules of rotation: by the genus of the scientific name, because a programme enters its own crop types.
const genera: ReadonlySet<string> = new Set(
  (
    'Arachis Cajanus Canavalia Cicer Clitoria Crotalaria Cyamopsis Desmodium Gliricidia Glycine Indigofera Lablab Lathyrus Lens Lupinus Macrotyloma Medicago ' +
    'Melilotus Mucuna Phaseolus Pisum Psophocarpus Sesbania Stylosanthes Tephrosia Trifolium Trigonella Vicia Vigna'
  ).split(' '),
)

/** `scientificName`: genus first, “Vigna radiata”. */
export const isLegume = (scientificName: string): boolean => genera.has(scientificName.trim().split(/\s+/)[0] ?? '')
