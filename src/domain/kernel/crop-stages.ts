// How a crop can stand while there is something to say of it: its states, by their words. Messages are for members by them.
export const cropStages = { PLANNED: 'Planned', SOWN: 'Sown', GROWING: 'Growing', HARVESTING: 'Being harvested' } as const
