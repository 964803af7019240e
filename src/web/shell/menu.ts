// The menu: the specification's titles and groups (section 2), in their order. An entry appears when its
// screens exist and the person may list what it leads to; which one the address belongs to is decided here too.

import type { SvgIconProps } from '@mui/material/SvgIcon'
import type { ComponentType } from 'react'
import { can, type Role, type User } from '#domain/access.ts'
import { entities, findEntity } from '#domain/entities.ts'
import { AssessmentOutlined as Report } from '#web/icons/assessment-outlined.ts'
import { BarChartOutlined as Chart } from '#web/icons/bar-chart-outlined.ts'
import { BookOutlined as Guide } from '#web/icons/book-outlined.ts'
import { CabinOutlined as Unit } from '#web/icons/cabin-outlined.ts'
import { CalendarMonthOutlined as Calendar } from '#web/icons/calendar-month-outlined.ts'
import { CategoryOutlined as Breed } from '#web/icons/category-outlined.ts'
import { CorporateFareOutlined as Organization } from '#web/icons/corporate-fare-outlined.ts'
import { DescriptionOutlined as Anything } from '#web/icons/description-outlined.ts'
import { Diversity3Outlined as Group } from '#web/icons/diversity3-outlined.ts'
import { DomainOutlined as Organizations } from '#web/icons/domain-outlined.ts'
import { EggAltOutlined as BirdGuide } from '#web/icons/egg-alt-outlined.ts'
import { EggOutlined as Birds } from '#web/icons/egg-outlined.ts'
import { EventNoteOutlined as Planned } from '#web/icons/event-note-outlined.ts'
import { FactCheckOutlined as Visit } from '#web/icons/fact-check-outlined.ts'
import { FactoryOutlined as Gin } from '#web/icons/factory-outlined.ts'
import { FlagOutlined as RecallIcon } from '#web/icons/flag-outlined.ts'
import { GrainOutlined as Seeds } from '#web/icons/grain-outlined.ts'
import { GrassOutlined as Plants } from '#web/icons/grass-outlined.ts'
import { GridViewOutlined as Grid } from '#web/icons/grid-view-outlined.ts'
import { HealingOutlined as Diagnosis } from '#web/icons/healing-outlined.ts'
import { HolidayVillageOutlined as Barn } from '#web/icons/holiday-village-outlined.ts'
import { HomeOutlined as Home } from '#web/icons/home-outlined.ts'
import { HourglassBottomOutlined as Wait } from '#web/icons/hourglass-bottom-outlined.ts'
import { InboxOutlined as Inbox } from '#web/icons/inbox-outlined.ts'
import { InsightsOutlined as Insights } from '#web/icons/insights-outlined.ts'
import { Inventory2Outlined as Boxes } from '#web/icons/inventory2-outlined.ts'
import { KeyOutlined as Key } from '#web/icons/key-outlined.ts'
import { LocalDrinkOutlined as Lactation } from '#web/icons/local-drink-outlined.ts'
import { MapOutlined as MapIcon } from '#web/icons/map-outlined.ts'
import { MedicationOutlined as Health } from '#web/icons/medication-outlined.ts'
import { MonitorHeartOutlined as Heart } from '#web/icons/monitor-heart-outlined.ts'
import { NotificationsNoneOutlined as Bell } from '#web/icons/notifications-none-outlined.ts'
import { PeopleAltOutlined as People } from '#web/icons/people-alt-outlined.ts'
import { PhishingOutlined as PondGuide } from '#web/icons/phishing-outlined.ts'
import { PlaylistAddCheckOutlined as Questions } from '#web/icons/playlist-add-check-outlined.ts'
import { PolicyOutlined as Standard } from '#web/icons/policy-outlined.ts'
import { ReceiptLongOutlined as Scroll } from '#web/icons/receipt-long-outlined.ts'
import { ReportProblemOutlined as Finding } from '#web/icons/report-problem-outlined.ts'
import { RiceBowlOutlined as FeedIcon } from '#web/icons/rice-bowl-outlined.ts'
import { RuleOutlined as Rules } from '#web/icons/rule-outlined.ts'
import { ScienceOutlined as Drop } from '#web/icons/science-outlined.ts'
import { SellOutlined as Tag } from '#web/icons/sell-outlined.ts'
import { SetMealOutlined as Fish } from '#web/icons/set-meal-outlined.ts'
import { SmartphoneOutlined as Phone } from '#web/icons/smartphone-outlined.ts'
import { StoreOutlined as Store } from '#web/icons/store-outlined.ts'
import { TaskAltOutlined as TaskIcon } from '#web/icons/task-alt-outlined.ts'
import { VerifiedUserOutlined as Body } from '#web/icons/verified-user-outlined.ts'
import { WaterDropOutlined as Milk } from '#web/icons/water-drop-outlined.ts'
import { WorkspacePremiumOutlined as Certificate } from '#web/icons/workspace-premium-outlined.ts'
import { CowIcon, GoatIcon, SheepIcon } from './animal-icons.tsx'

export type MenuGroup = 'Animal Husbandry' | 'Administration' | 'Settings'
/** null: above all groups, under no heading. */
export const groups: readonly (MenuGroup | null)[] = [null, 'Animal Husbandry', 'Administration', 'Settings']
const groupOf = (name: string): MenuGroup | null => groups.find((one) => one === name) ?? null

/** A menu item has the specification's six fields (section 3): title, href, icon, group, permittedRoles, subMenu; the rest is ours. */
export type MenuItem = {
  title: string
  /** Address below the private area of one operator; `{id}` stands for the programme's own id. Absent: the heading of a sub-menu. */
  href?: string
  group: MenuGroup | null
  icon: ComponentType<SvgIconProps>
  /** Further entries under this one, which then is but their heading. */
  subMenu?: readonly MenuItem[]
  /** Only these roles see it (specification: ADMIN only), besides the right to list. */
  permittedRoles?: readonly Role[]
  /** Entity whose pages belong to this entry; only who may list it sees the entry. */
  entity?: string
  /** Of an entry without entity: who may list one of these sees it. */
  seen?: readonly string[]
  /** Only for those who may see the programme's settings. */
  isClient?: boolean
  /** `g` then this letter goes there. */
  key?: string
  /** On phones one of the five at the bottom, under this shorter word. */
  bottom?: string
}

// The specification's entries, in its words and its order; what is ours comes after them in each group.
export const menu: readonly MenuItem[] = [
  { title: 'Dashboard', href: '/dashboard', group: null, icon: Home, key: 'd', bottom: 'Home' },
  { title: 'Farmers', href: '/farmer/list', group: null, icon: People, entity: 'farmer', key: 'f', bottom: 'Farmers' },
  { title: 'Landowners', href: '/landowner/list', group: null, icon: Key, entity: 'landowner', key: 'o' },
  { title: 'Land Parcels', href: '/landparcel/list', group: null, icon: MapIcon, entity: 'landparcel', key: 'p', bottom: 'Plots' },
  { title: 'Processing Dashboard', href: '/procdashboard', group: null, icon: Chart, seen: ['processingsystem', 'productbatch'] },
  { title: 'Processing Systems', href: '/processingsystem/list', group: null, icon: Gin, entity: 'processingsystem', key: 'y' },
  { title: 'Crops', href: '/crop/list', group: null, icon: Plants, entity: 'crop', key: 'c', bottom: 'Crops' },
  { title: 'Processors', href: '/processor/list', group: null, icon: Store, entity: 'processor', key: 'r' },
  { title: 'Products', href: '/product/list', group: null, icon: Tag, entity: 'product', key: 't' },
  { title: 'Product Batches', href: '/productbatch/list', group: null, icon: Boxes, entity: 'productbatch', key: 'b', bottom: 'Batches' },
  { title: 'Notifications', href: '/notifications/list', group: null, icon: Bell, entity: 'notification' },
  { title: 'Mobile Notifications', href: '/mobile-notifications', group: null, icon: Phone, entity: 'mobilenotification' },
  { title: 'Tasks', href: '/task/list', group: null, icon: TaskIcon, entity: 'task' },
  { title: 'Reports', href: '/reports/list', group: null, icon: Report },
  // Ours.
  { title: 'Cropping Systems', href: '/croppingsystem/list', group: null, icon: Grid, entity: 'croppingsystem', key: 's' },
  { title: 'Planned events', href: '/planevent/list', group: null, icon: Planned, entity: 'planevent' },
  { title: 'Submissions', href: '/submission/list', group: null, icon: Inbox, entity: 'submission' },
  { title: 'Inspections', href: '/inspection/list', group: null, icon: Visit, entity: 'inspection', key: 'i' },
  { title: 'Company audits', href: '/companyaudit/list', group: null, icon: Visit, entity: 'companyaudit' },
  { title: 'Recalls', href: '/recallcase/list', group: null, icon: RecallIcon, entity: 'recallcase' },
  { title: 'Non-conformities', href: '/nonconformity/list', group: null, icon: Finding, entity: 'nonconformity' },
  { title: 'Anomalies', href: '/anomaly/list', group: null, icon: Insights, entity: 'anomaly' },
  {
    title: 'Dashboards',
    group: 'Animal Husbandry',
    icon: Chart,
    subMenu: [
      { title: 'Husbandry Dashboard', href: '/ahdashboard', group: 'Animal Husbandry', icon: Insights, seen: ['productionsystem'] },
      { title: 'Dairy Dashboard', href: '/dairydashboard', group: 'Animal Husbandry', icon: Milk, seen: ['cow'] },
      { title: 'Poultry Dashboard', href: '/poultrydashboard', group: 'Animal Husbandry', icon: Birds, seen: ['poultrybatch'] },
      { title: 'Aquaculture Dashboard', href: '/aquadashboard', group: 'Animal Husbandry', icon: Fish, seen: ['aquacrop'] },
    ],
  },
  { title: 'Production Systems', href: '/productionsystem/list', group: 'Animal Husbandry', icon: Barn, entity: 'productionsystem' },
  { title: 'Dairy Production Systems', href: '/dairyproductionsystem/list', group: 'Animal Husbandry', icon: Milk, seen: ['productionsystem'] },
  { title: 'Poultry Batches', href: '/poultrybatch/list', group: 'Animal Husbandry', icon: Birds, entity: 'poultrybatch' },
  { title: 'Cows', href: '/cow/list', group: 'Animal Husbandry', icon: CowIcon, entity: 'cow' },
  { title: 'Goats', href: '/goat/list', group: 'Animal Husbandry', icon: GoatIcon, entity: 'goat' },
  { title: 'Sheep', href: '/sheep/list', group: 'Animal Husbandry', icon: SheepIcon, entity: 'sheep' },
  { title: 'Aquaculture Crops', href: '/aquacrop/list', group: 'Animal Husbandry', icon: Fish, entity: 'aquacrop' },
  { title: 'Poultry POPs', href: '/poultrypop/list', group: 'Animal Husbandry', icon: BirdGuide, entity: 'poultrypop' },
  { title: 'Aquaculture POPs', href: '/aquapop/list', group: 'Animal Husbandry', icon: PondGuide, entity: 'aquapop' },
  // Ours.
  { title: 'Units', href: '/housingunit/list', group: 'Animal Husbandry', icon: Unit, entity: 'housingunit' },
  { title: 'Groups of animals', href: '/animalgroup/list', group: 'Animal Husbandry', icon: Group, entity: 'animalgroup' },
  { title: 'Lactations', href: '/lactation/list', group: 'Animal Husbandry', icon: Lactation, entity: 'lactation' },
  { title: 'Withdrawals', href: '/withdrawal/list', group: 'Animal Husbandry', icon: Wait, entity: 'withdrawal' },
  { title: 'Users', href: '/user/list', group: 'Administration', icon: People, entity: 'user', permittedRoles: ['ADMIN'], key: 'u' },
  { title: 'Operators', href: '/collective/list', group: 'Administration', icon: Organizations, entity: 'collective', permittedRoles: ['ADMIN'] },
  {
    title: 'Certification Bodies',
    href: '/certificationbody/list',
    group: 'Administration',
    icon: Body,
    entity: 'certificationbody',
    permittedRoles: ['ADMIN'],
  },
  { title: 'POPs', href: '/pop/list', group: 'Administration', icon: Guide, entity: 'pop' },
  { title: 'Schemes', href: '/scheme/list', group: 'Administration', icon: Standard, entity: 'scheme' },
  { title: 'Scheme POPs', href: '/schemepop/list', group: 'Administration', icon: Rules, entity: 'schemepop' },
  // Ours.
  { title: 'Transaction certificates', href: '/transactioncertificate/list', group: 'Administration', icon: Scroll, entity: 'transactioncertificate' },
  {
    title: 'Certificates to decide',
    href: '/certificates-to-decide',
    group: null,
    icon: Inbox,
    seen: ['transactioncertificate'],
    permittedRoles: ['CERTIFICATION_BODY_AUDITOR'],
    bottom: 'To decide',
  },
  { title: 'Checklists', href: '/checklist/list', group: 'Administration', icon: Questions, entity: 'checklist' },
  { title: 'Scope certificates', href: '/scopecertificate/list', group: 'Administration', icon: Certificate, entity: 'scopecertificate' },
  { title: 'Organization details', href: '/client/{id}', group: 'Administration', icon: Organization, isClient: true },
  { title: 'Operations', href: '/operations', group: 'Administration', icon: Heart, permittedRoles: ['ADMIN'] },
  { title: 'Seasons', href: '/season/list', group: 'Settings', icon: Calendar, entity: 'season', permittedRoles: ['ADMIN'] },
  { title: 'Crop types', href: '/croptype/list', group: 'Settings', icon: Plants, entity: 'croptype', permittedRoles: ['ADMIN'] },
  { title: 'Varieties', href: '/variety/list', group: 'Settings', icon: Seeds, entity: 'variety', permittedRoles: ['ADMIN'] },
  { title: 'Inputs', href: '/inputitem/list', group: 'Settings', icon: Drop, entity: 'inputitem', permittedRoles: ['ADMIN'] },
  { title: 'Breeds', href: '/breed/list', group: 'Settings', icon: Breed, entity: 'breed', permittedRoles: ['ADMIN'] },
  { title: 'Medicines', href: '/medicine/list', group: 'Settings', icon: Health, entity: 'medicine', permittedRoles: ['ADMIN'] },
  { title: 'Feeds', href: '/feeditem/list', group: 'Settings', icon: FeedIcon, entity: 'feeditem', permittedRoles: ['ADMIN'] },
  { title: 'Diagnoses', href: '/diagnosiscode/list', group: 'Settings', icon: Diagnosis, entity: 'diagnosiscode', permittedRoles: ['ADMIN'] },
  { title: 'Villages', href: '/village/list', group: 'Settings', icon: Barn, entity: 'village', permittedRoles: ['ADMIN'] },
]

/** Declared entities that the table does not name yet: at the end of their group, so that a new one is reachable at once. */
const unnamed: readonly MenuItem[] = entities
  .filter((entity) => !entity.readOnly && !menu.some((item) => item.entity === entity.name))
  .map(({ name, plural, group }) => ({ title: plural, href: `/${name}/list`, group: groupOf(group), icon: Anything, entity: name }))

/** What this person sees. */
export const menuFor = (user: User): MenuItem[] => [...menu, ...unnamed].flatMap((item) => shownTo(user, item))

function shownTo(user: User, { subMenu, ...item }: MenuItem): MenuItem[] {
  const { entity, seen, isClient, permittedRoles } = item
  if (subMenu) {
    const inside = subMenu.flatMap((one) => shownTo(user, one))
    return inside.length ? [{ ...item, subMenu: inside }] : []
  }
  const isOffered =
    (!seen || seen.some((name) => can(user, name, 'L'))) &&
    (!entity || (findEntity(entity) !== undefined && can(user, entity, 'L'))) &&
    (!isClient || can(user, 'client', 'V')) &&
    (!permittedRoles || user.grants.some(({ role }) => permittedRoles.includes(role)))
  return isOffered ? [item] : []
}

/** Where an entry leads, as the router takes it. */
export const menuAddress = (href: string, { operator, client }: { operator: string; client: string }): string =>
  `/private/farmbook/${encodeURIComponent(operator)}${href.replace('{id}', encodeURIComponent(client))}`

/** Which entry the address belongs to: that of its list or page, and of the records below the entity of the entry. */
export function isOpen({ href, entity, isClient, subMenu }: MenuItem, { pathname }: { pathname: string }): boolean {
  if (subMenu || !href) return false
  const rest = pathname.split('/').slice(4)
  if (isClient) return rest[0] === 'client'
  // A certificate under its operator stands with the operators, who are in the address.
  return rest[0] === entity || rest.join('/') === href.slice(1)
}
