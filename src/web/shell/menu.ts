// The menu: the specification's titles and groups (section 2), in their order. An entry appears when its
// screens exist and the person may list what it leads to.

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

export type MenuGroup = 'Farm' | 'Processing' | 'Work' | 'Animal Husbandry' | 'Administration' | 'Settings'
export const groups: readonly MenuGroup[] = ['Farm', 'Processing', 'Work', 'Animal Husbandry', 'Administration', 'Settings']
const isGroup = (name: string): name is MenuGroup => (groups as readonly string[]).includes(name)

export type MenuPage = 'procdashboard' | 'reports/list' | 'ahdashboard' | 'dairydashboard' | 'poultrydashboard' | 'aquadashboard' | 'dairyproductionsystem/list'

export type MenuItem = {
  title: string
  group: MenuGroup
  icon: ComponentType<SvgIconProps>
  /** Entity whose list it opens. */
  entity?: string
  /** Page of its own that it opens; who may list one of `seen` sees it. Neither entity nor page: the dashboard. */
  page?: MenuPage
  seen?: readonly string[]
  /** The details of the programme whose address this is. */
  isClient?: boolean
  /** Only these roles see it (specification: ADMIN only), besides the right to list. */
  permittedRoles?: readonly Role[]
  /** `g` then this letter goes there. */
  key?: string
  /** On phones one of the five at the bottom, under this shorter word. */
  bottom?: string
}

export const menu: readonly MenuItem[] = [
  { title: 'Dashboard', group: 'Farm', icon: Home, key: 'd', bottom: 'Home' },
  { title: 'Organization details', group: 'Farm', icon: Organization, isClient: true },
  { title: 'Farmers', group: 'Farm', icon: People, entity: 'farmer', key: 'f', bottom: 'Farmers' },
  { title: 'Landowners', group: 'Farm', icon: Key, entity: 'landowner', key: 'o' },
  { title: 'Land Parcels', group: 'Farm', icon: MapIcon, entity: 'landparcel', key: 'p', bottom: 'Plots' },
  { title: 'Cropping Systems', group: 'Farm', icon: Grid, entity: 'croppingsystem', key: 's' },
  { title: 'Crops', group: 'Farm', icon: Plants, entity: 'crop', key: 'c', bottom: 'Crops' },
  { title: 'Processing Dashboard', group: 'Processing', icon: Chart, page: 'procdashboard', seen: ['processingsystem', 'productbatch'] },
  { title: 'Processing Systems', group: 'Processing', icon: Gin, entity: 'processingsystem', key: 'y' },
  { title: 'Processors', group: 'Processing', icon: Store, entity: 'processor', key: 'r' },
  { title: 'Products', group: 'Processing', icon: Tag, entity: 'product', key: 't' },
  { title: 'Product Batches', group: 'Processing', icon: Boxes, entity: 'productbatch', key: 'b', bottom: 'Batches' },
  { title: 'Notifications', group: 'Work', icon: Bell, entity: 'notification' },
  { title: 'Mobile Notifications', group: 'Work', icon: Phone, entity: 'mobilenotification' },
  { title: 'Tasks', group: 'Work', icon: TaskIcon, entity: 'task' },
  { title: 'Reports', group: 'Work', icon: Report, page: 'reports/list' },
  { title: 'Submissions', group: 'Work', icon: Inbox, entity: 'submission' },
  { title: 'Planned events', group: 'Work', icon: Planned, entity: 'planevent' },
  { title: 'Non-conformities', group: 'Work', icon: Finding, entity: 'nonconformity' },
  { title: 'Husbandry Dashboard', group: 'Animal Husbandry', icon: HerdChart, page: 'ahdashboard', seen: ['productionsystem'] },
  { title: 'Dairy Dashboard', group: 'Animal Husbandry', icon: DairyChart, page: 'dairydashboard', seen: ['cow'] },
  { title: 'Poultry Dashboard', group: 'Animal Husbandry', icon: PoultryChart, page: 'poultrydashboard', seen: ['poultrybatch'] },
  { title: 'Aquaculture Dashboard', group: 'Animal Husbandry', icon: PondChart, page: 'aquadashboard', seen: ['aquacrop'] },
  { title: 'Production Systems', group: 'Animal Husbandry', icon: Barn, entity: 'productionsystem' },
  { title: 'Dairy Production Systems', group: 'Animal Husbandry', icon: Milk, page: 'dairyproductionsystem/list', seen: ['productionsystem'] },
  { title: 'Poultry Batches', group: 'Animal Husbandry', icon: Birds, entity: 'poultrybatch' },
  { title: 'Cows', group: 'Animal Husbandry', icon: CowIcon, entity: 'cow' },
  { title: 'Goats', group: 'Animal Husbandry', icon: GoatIcon, entity: 'goat' },
  { title: 'Sheep', group: 'Animal Husbandry', icon: SheepIcon, entity: 'sheep' },
  { title: 'Aquaculture Crops', group: 'Animal Husbandry', icon: Fish, entity: 'aquacrop' },
  { title: 'Poultry POPs', group: 'Animal Husbandry', icon: BirdGuide, entity: 'poultrypop' },
  { title: 'Aquaculture POPs', group: 'Animal Husbandry', icon: PondGuide, entity: 'aquapop' },
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
  { title: 'Transaction certificates', group: 'Administration', icon: Scroll, entity: 'transactioncertificate' },
  { title: 'Scope certificates', group: 'Administration', icon: Certificate, entity: 'scopecertificate' },
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
  .filter((entity) => !entity.madeByEvents && !menu.some((item) => item.entity === entity.name))
  .flatMap(({ name, plural, group }) => (isGroup(group) ? [{ title: plural, group, icon: Anything, entity: name }] : []))

/** What this person sees. */
export const menuFor = (user: User): MenuItem[] =>
  [...menu, ...unnamed].filter(
    ({ entity, seen, permittedRoles }) =>
      (!seen || seen.some((name) => can(user, name, 'L'))) &&
      (!entity || (findEntity(entity) !== undefined && can(user, entity, 'L'))) &&
      (!permittedRoles || user.grants.some(({ role }) => permittedRoles.includes(role))),
  )
