// R26: plots as the information system of the EU regulation on deforestation-free products takes them (domain dictionary 14.3).
import { choice, date, flag, hectares, optional, polygon, quantity, reference, text } from '../kernel/kinds.ts'
import { pastDay, season, village } from './parameters.ts'
import { report } from './report.ts'

export const plotFaults = {
  NO_PLACE: ['Neither boundary nor point', 'error'],
  POINT_TOO_LARGE: ['Above 4 ha a point is not enough', 'error'],
} as const

export const eudrPlots = report('eudr-plots', {
  code: 'R26',
  title: 'Plots for the EUDR',
  about:
    'One plot a row with producer, country, place and area as the EU’s information system takes them (Reg. (EU) 2023/1115). The group and the member number name the producer, never a person. The GeoJSON file has what can be declared; a plot above 4 ha needs its boundary.',
  group: 'Certificates',
  on: 'landparcel',
  roles: ['ADMIN', 'OPERATOR_MANAGER', 'CERTIFICATION_BODY_AUDITOR'],
  parameters: { season, village, cropType: optional(reference('Crop type', 'croptype')), declarable: optional(flag('Only what can be declared')), ...pastDay },
  columns: {
    ProducerName: text('Producer', { max: 161 }),
    ProducerCountry: text('Country of the producer', { max: 2 }),
    ProductionPlace: text('Place of production', { max: 200 }),
    Area: quantity('Area', 'ha', { decimals: 2 }),
    code: text('Code'),
    crops: text('Crops', { max: 200 }),
    harvestFrom: date('First picking'),
    harvestTo: date('Last picking'),
    kg: quantity('Harvested', 'kg', { decimals: 3 }),
    mappedHa: hectares('Mapped area', { min: 0 }),
    fault: choice('What is missing', plotFaults),
    geometry: polygon('Boundary'),
  },
  totals: ['Area', 'kg'],
  isInHectares: true,
  formats: ['geojson', 'csv', 'json'],
})
