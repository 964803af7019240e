// Hand-made screens and parts of landparcel. Fetched when first shown.

import { part } from '#web/engine/part.ts'
import type { Slots } from '#web/engine/slots.ts'
import { HandshakeOutlined as Handshake } from '#web/icons/handshake-outlined.ts'
import { MapOutlined as MapIcon } from '#web/icons/map-outlined.ts'

const BoundaryField = part(() => import('./boundary-field.tsx'), 'BoundaryField')
const MapBoundary = part(() => import('./map-boundary.tsx'), 'MapBoundary')
const OrganicStatusCell = part(() => import('./organic-status-chip.tsx'), 'OrganicStatusCell')
const ParcelListMap = part(() => import('./parcel-list-map.tsx'), 'ParcelListMap')
const OverlapList = part(() => import('./overlap-list.tsx'), 'OverlapList')
const OverlapsTab = part(() => import('./overlaps-tab.tsx'), 'OverlapsTab')
const ParcelOverview = part(() => import('./parcel-overview.tsx'), 'ParcelOverview')
const WhatIfTab = part(() => import('../recallcase/what-if-tab.tsx'), 'WhatIfTab')
const SplitPlot = part(() => import('./split-plot.tsx'), 'SplitPlot')

export const slots: Slots = {
  landparcel: {
    isSentIn: true,
    overview: ParcelOverview,
    cells: { organicStatus: OrganicStatusCell },
    shows: { organicStatus: OrganicStatusCell },
    panels: [
      { id: 'overlaps', label: 'Overlaps', place: 'tab', part: OverlapsTab, inPast: false },
      { id: 'recall', label: 'Recall', place: 'tab', part: WhatIfTab, inPast: false },
    ],
    listModes: [
      { id: 'map', label: 'Map', icon: MapIcon, part: ParcelListMap },
      { id: 'overlaps', label: 'Overlaps', icon: Handshake, part: OverlapList },
    ],
    editors: { boundary: BoundaryField },
    eventForms: { BOUNDARY_CAPTURED: MapBoundary, SPLIT: SplitPlot },
  },
}
