// The table of reports: whole pages, and what stands on the page of one record.

/** Pages that add up; `seen`: whoever may list one of these finds something there. */
export const reportPages = [
  {
    page: 'dashboard',
    title: 'Season summary',
    about: 'Farmers, plots, crops and kilograms of the season, and what waits.',
    seen: ['farmer', 'landparcel', 'crop', 'productbatch'],
  },
  {
    page: 'procdashboard',
    title: 'Processing summary',
    about: 'Stock by material, the out-turn of each line, and what waits.',
    seen: ['processingsystem', 'productbatch'],
  },
  { page: 'ahdashboard', title: 'Animal husbandry summary', about: 'Herds, flocks and ponds: how they stand, and what waits.', seen: ['productionsystem'] },
  { page: 'dairydashboard', title: 'Dairy summary', about: 'Cows, lactations, and milk that is held back.', seen: ['cow'] },
  { page: 'poultrydashboard', title: 'Poultry summary', about: 'Batches of birds, from placing to clearing.', seen: ['poultrybatch'] },
  { page: 'aquadashboard', title: 'Aquaculture summary', about: 'Ponds and their crops, from preparing to harvest.', seen: ['aquacrop'] },
] as const satisfies readonly { page: string; title: string; about: string; seen: readonly string[] }[]

export const reportsOfRecords = [
  { entity: 'productbatch', title: 'Trace of a lot', about: 'Back to every plot it came from and on to whoever bought it, with kilograms.' },
  { entity: 'productbatch', title: 'Ledger of a lot', about: 'Every movement with the balance after it; can be saved as a file.' },
  { entity: 'productbatch', title: 'Label of a lot', about: 'QR code and public page, to print.' },
  { entity: 'crop', title: 'Label of a crop', about: 'QR code and public page, to print.' },
  { entity: 'crop', title: 'Diary of a crop', about: 'The whole season of a crop in the order of time.' },
  { entity: 'processingsystem', title: 'Runs of a line', about: 'What went in, what came out, and the out-turn against its band.' },
] as const
