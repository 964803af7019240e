// Hand-made screens and parts of pop. Fetched when first shown.
import { part } from '#web/engine/part.ts'
import type { Slots } from '#web/engine/slots.ts'

const figures = () => import('./package-figures.tsx')
const CropsCell = part(figures, 'CropsCell')
const PackagesFrame = part(figures, 'PackagesFrame')
const NewVersion = part(() => import('./new-version.tsx'), 'NewVersion')
const PackageFollowers = part(() => import('./package-followers.tsx'), 'PackageFollowers')
const PopOverview = part(() => import('./pop-overview.tsx'), 'PopOverview')
const PublishPanel = part(() => import('./publish-panel.tsx'), 'PublishPanel')
const StepsEditor = part(() => import('./steps-editor.tsx'), 'StepsEditor')

const boundParts = () => import('./bound-editors.tsx')
/** Of steps of any package. */
export const boundEditors = { 'planEvents.bounds.figure': part(boundParts, 'FigureEditor'), 'planEvents.bounds.unit': part(boundParts, 'BoundUnitEditor') }

export const slots: Slots = {
  pop: {
    actions: [{ id: 'version', part: NewVersion }],
    overview: PopOverview,
    aboveEvent: { PUBLISHED: PublishPanel },
    panels: [{ id: 'crops', label: 'Crops', place: 'tab', part: PackageFollowers, inPast: false }],
    editors: { planEvents: StepsEditor, ...boundEditors },
    listWrapper: PackagesFrame,
    columns: {
      custom: [{ id: 'crops', label: 'Crops', align: 'right', part: CropsCell }],
      standard: ['code', 'cropTypeId', 'regions', 'season', 'versionNo', 'stepCount', 'crops', 'status'],
    },
  },
}
