// The menu: the specification's titles and groups (section 2), in their order. An entry appears when its
// screens exist and the person may list what it leads to; which one the address belongs to is told here too.

import AdminUsers from '@mui/icons-material/AdminPanelSettingsOutlined'
import Report from '@mui/icons-material/AssessmentOutlined'
import FeedIcon from '@mui/icons-material/BakeryDiningOutlined'
import Chart from '@mui/icons-material/BarChartOutlined'
import Unit from '@mui/icons-material/CabinOutlined'
import Calendar from '@mui/icons-material/CalendarMonthOutlined'
import Breed from '@mui/icons-material/CategoryOutlined'
import Diagnosis from '@mui/icons-material/CoronavirusOutlined'
import Organization from '@mui/icons-material/CorporateFareOutlined'
import Anything from '@mui/icons-material/DescriptionOutlined'
import Group from '@mui/icons-material/Diversity3Outlined'
import PoultryChart from '@mui/icons-material/DonutLargeOutlined'
import BirdGuide from '@mui/icons-material/EggAltOutlined'
import Birds from '@mui/icons-material/EggOutlined'
import Planned from '@mui/icons-material/EventNoteOutlined'
import Gin from '@mui/icons-material/FactoryOutlined'
import Seeds from '@mui/icons-material/GrainOutlined'
import Plants from '@mui/icons-material/GrassOutlined'
import Grid from '@mui/icons-material/GridViewOutlined'
import Barn from '@mui/icons-material/HolidayVillageOutlined'
import Home from '@mui/icons-material/HomeOutlined'
import Wait from '@mui/icons-material/HourglassBottomOutlined'
import Hub from '@mui/icons-material/HubOutlined'
import Inbox from '@mui/icons-material/InboxOutlined'
import HerdChart from '@mui/icons-material/InsightsOutlined'
import Boxes from '@mui/icons-material/Inventory2Outlined'
import Key from '@mui/icons-material/KeyOutlined'
import Lactation from '@mui/icons-material/LocalDrinkOutlined'
import MapIcon from '@mui/icons-material/MapOutlined'
import Guide from '@mui/icons-material/MenuBookOutlined'
import Bell from '@mui/icons-material/NotificationsNoneOutlined'
import People from '@mui/icons-material/PeopleAltOutlined'
import Standard from '@mui/icons-material/PolicyOutlined'
import Scroll from '@mui/icons-material/ReceiptLongOutlined'
import Finding from '@mui/icons-material/ReportProblemOutlined'
import Rules from '@mui/icons-material/RuleOutlined'
import Drop from '@mui/icons-material/ScienceOutlined'
import Tag from '@mui/icons-material/SellOutlined'
import Fish from '@mui/icons-material/SetMealOutlined'
import Phone from '@mui/icons-material/SmartphoneOutlined'
import DairyChart from '@mui/icons-material/StackedLineChartOutlined'
import Store from '@mui/icons-material/StorefrontOutlined'
import TaskIcon from '@mui/icons-material/TaskAltOutlined'
import Health from '@mui/icons-material/VaccinesOutlined'
import Body from '@mui/icons-material/VerifiedUserOutlined'
import Milk from '@mui/icons-material/WaterDropOutlined'
import PondChart from '@mui/icons-material/WaterfallChartOutlined'
import PondGuide from '@mui/icons-material/WavesOutlined'
import Certificate from '@mui/icons-material/WorkspacePremiumOutlined'
import Crop from '@mui/icons-material/YardOutlined'
import type { SvgIconProps } from '@mui/material/SvgIcon'
import type { ComponentType } from 'react'
import { can, type Role, type User } from '#domain/access.ts'
import { entities, findEntity } from '#domain/entities.ts'
import { CowIcon, GoatIcon, SheepIcon } from './animal-icons.tsx'

export type MenuGroup = 'Animal Husbandry' | 'Administration' | 'Settings'
/** null: above all groups, under no heading. */
export const groups: readonly (MenuGroup | null)[] = [null, 'Animal Husbandry', 'Administration', 'Settings']
const groupOf = (name: string): MenuGroup | null => groups.find((one) => one === name) ?? null

export type MenuPage = 'procdashboard' | 'reports/list' | 'ahdashboard' | 'dairydashboard' | 'poultrydashboard' | 'aquadashboard' | 'dairyproductionsystem/list'

export type MenuItem = {
  title: string
  group: MenuGroup | null
  icon: ComponentType<SvgIconProps>
  /** Entity whose list it opens. */
  entity?: string
  /** Page of its own that it opens; who may list one of `seen` sees it. Neither entity nor page: the dashboard. */
  page?: MenuPage
  seen?: readonly string[]
  /** Where a page that stands for part of a list leads: that list, so limited. */
  part?: { entity: string; filter: string; value: string }
  /** The details of the programme whose address this is. */
  isClient?: boolean
  /** Further entries under this one, which then is but their heading. */
  subMenu?: readonly MenuItem[]
  /** Only these roles see it (specification: ADMIN only), besides the right to list. */
  permittedRoles?: readonly Role[]
  /** `g` then this letter goes there. */
  key?: string
  /** On phones one of the five at the bottom, under this shorter word. */
  bottom?: string
}

// The specification's entries, in its words and its order; what is ours comes after them in each group.
export const menu: readonly MenuItem[] = [
  { title: 'Dashboard', group: null, icon: Home, key: 'd', bottom: 'Home' },
  { title: 'Farmers', group: null, icon: People, entity: 'farmer', key: 'f', bottom: 'Farmers' },
  { title: 'Landowners', group: null, icon: Key, entity: 'landowner', key: 'o' },
  { title: 'Land Parcels', group: null, icon: MapIcon, entity: 'landparcel', key: 'p', bottom: 'Plots' },
  { title: 'Processing Dashboard', group: null, icon: Chart, page: 'procdashboard', seen: ['processingsystem', 'productbatch'] },
  { title: 'Processing Systems', group: null, icon: Gin, entity: 'processingsystem', key: 'y' },
  { title: 'Crops', group: null, icon: Plants, entity: 'crop', key: 'c', bottom: 'Crops' },
  { title: 'Processors', group: null, icon: Store, entity: 'processor', key: 'r' },
  { title: 'Products', group: null, icon: Tag, entity: 'product', key: 't' },
  { title: 'Product Batches', group: null, icon: Boxes, entity: 'productbatch', key: 'b', bottom: 'Batches' },
  { title: 'Notifications', group: null, icon: Bell, entity: 'notification' },
  { title: 'Mobile Notifications', group: null, icon: Phone, entity: 'mobilenotification' },
  { title: 'Tasks', group: null, icon: TaskIcon, entity: 'task' },
  { title: 'Reports', group: null, icon: Report, page: 'reports/list' },
  // Ours.
  { title: 'Cropping Systems', group: null, icon: Grid, entity: 'croppingsystem', key: 's' },
  { title: 'Planned events', group: null, icon: Planned, entity: 'planevent' },
  { title: 'Submissions', group: null, icon: Inbox, entity: 'submission' },
  { title: 'Non-conformities', group: null, icon: Finding, entity: 'nonconformity' },
  {
    title: 'Dashboards',
    group: 'Animal Husbandry',
    icon: Chart,
    subMenu: [
      { title: 'Husbandry Dashboard', group: 'Animal Husbandry', icon: HerdChart, page: 'ahdashboard', seen: ['productionsystem'] },
      { title: 'Dairy Dashboard', group: 'Animal Husbandry', icon: DairyChart, page: 'dairydashboard', seen: ['cow'] },
      { title: 'Poultry Dashboard', group: 'Animal Husbandry', icon: PoultryChart, page: 'poultrydashboard', seen: ['poultrybatch'] },
      { title: 'Aquaculture Dashboard', group: 'Animal Husbandry', icon: PondChart, page: 'aquadashboard', seen: ['aquacrop'] },
    ],
  },
  { title: 'Production Systems', group: 'Animal Husbandry', icon: Barn, entity: 'productionsystem' },
  {
    title: 'Dairy Production Systems',
    group: 'Animal Husbandry',
    icon: Milk,
    page: 'dairyproductionsystem/list',
    part: { entity: 'productionsystem', filter: 'filter[systemType]', value: 'DAIRY' },
    seen: ['productionsystem'],
  },
  { title: 'Poultry Batches', group: 'Animal Husbandry', icon: Birds, entity: 'poultrybatch' },
  { title: 'Cows', group: 'Animal Husbandry', icon: CowIcon, entity: 'cow' },
  { title: 'Goats', group: 'Animal Husbandry', icon: GoatIcon, entity: 'goat' },
  { title: 'Sheep', group: 'Animal Husbandry', icon: SheepIcon, entity: 'sheep' },
  { title: 'Aquaculture Crops', group: 'Animal Husbandry', icon: Fish, entity: 'aquacrop' },
  { title: 'Poultry POPs', group: 'Animal Husbandry', icon: BirdGuide, entity: 'poultrypop' },
  { title: 'Aquaculture POPs', group: 'Animal Husbandry', icon: PondGuide, entity: 'aquapop' },
  // Ours.
  { title: 'Units', group: 'Animal Husbandry', icon: Unit, entity: 'housingunit' },
  { title: 'Groups of animals', group: 'Animal Husbandry', icon: Group, entity: 'animalgroup' },
  { title: 'Lactations', group: 'Animal Husbandry', icon: Lactation, entity: 'lactation' },
  { title: 'Withdrawals', group: 'Animal Husbandry', icon: Wait, entity: 'withdrawal' },
  { title: 'Users', group: 'Administration', icon: AdminUsers, entity: 'user', permittedRoles: ['AD'], key: 'u' },
  { title: 'Operators', group: 'Administration', icon: Hub, entity: 'collective', permittedRoles: ['AD'] },
  { title: 'Certification Bodies', group: 'Administration', icon: Body, entity: 'certificationbody', permittedRoles: ['AD'] },
  { title: 'POPs', group: 'Administration', icon: Guide, entity: 'pop' },
  { title: 'Schemes', group: 'Administration', icon: Standard, entity: 'scheme' },
  { title: 'Scheme POPs', group: 'Administration', icon: Rules, entity: 'schemepop' },
  // Ours.
  { title: 'Transaction certificates', group: 'Administration', icon: Scroll, entity: 'transactioncertificate' },
  { title: 'Scope certificates', group: 'Administration', icon: Certificate, entity: 'scopecertificate' },
  { title: 'Organization details', group: 'Administration', icon: Organization, isClient: true },
  { title: 'Seasons', group: 'Settings', icon: Calendar, entity: 'season', permittedRoles: ['AD'] },
  { title: 'Crop types', group: 'Settings', icon: Crop, entity: 'croptype', permittedRoles: ['AD'] },
  { title: 'Varieties', group: 'Settings', icon: Seeds, entity: 'variety', permittedRoles: ['AD'] },
  { title: 'Inputs', group: 'Settings', icon: Drop, entity: 'inputitem', permittedRoles: ['AD'] },
  { title: 'Breeds', group: 'Settings', icon: Breed, entity: 'breed', permittedRoles: ['AD'] },
  { title: 'Medicines', group: 'Settings', icon: Health, entity: 'medicine', permittedRoles: ['AD'] },
  { title: 'Feeds', group: 'Settings', icon: FeedIcon, entity: 'feeditem', permittedRoles: ['AD'] },
  { title: 'Diagnoses', group: 'Settings', icon: Diagnosis, entity: 'diagnosiscode', permittedRoles: ['AD'] },
]

/** Declared entities that the table does not name yet: at the end of their group, so that a new one is reachable at once. */
const unnamed: readonly MenuItem[] = entities
  .filter((entity) => !entity.readOnly && !menu.some((item) => item.entity === entity.name))
  .map(({ name, plural, group }) => ({ title: plural, group: groupOf(group), icon: Anything, entity: name }))

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

/** Which entry the address belongs to: of several the one that says it more exactly, so that the dairies are not all production systems. */
export function isOpen(
  { entity, page, part, isClient, subMenu }: MenuItem,
  { pathname, search }: { pathname: string; search: Readonly<Record<string, unknown>> },
): boolean {
  const [first, second] = pathname.split('/').slice(4)
  if (subMenu) return false
  if (part) return first === part.entity && second === 'list' && search[part.filter] === part.value
  if (isClient) return first === 'client'
  if (!entity) return [first, second].filter(Boolean).join('/') === (page ?? 'dashboard')
  const isPart = menu.some((other) => other.part?.entity === entity && isOpen(other, { pathname, search }))
  return first === entity && !isPart
}
