import { index, route, type RouteConfig } from "@react-router/dev/routes";

// The route table of the specification (§2), in its order, one line a path. The pillars, the service pages and the
// industries share a module each, which finds its record by the path; the id keeps their lines apart.
const pillar = "routes/site/service-pillar.tsx";
const service = "routes/site/service.tsx";
const industry = "routes/site/industry.tsx";

export default [
  index("routes/site/home.tsx"),
  route("about", "routes/site/about.tsx"),
  route("services", "routes/site/services.tsx"),
  route("services/core-hiring", pillar, { id: "core-hiring" }),
  route("services/global-services", pillar, { id: "global-services" }),
  route("services/technology-hiring", pillar, { id: "technology-hiring" }),
  route("services/permanent-staffing", service, { id: "permanent-staffing" }),
  route("services/executive-search", service, { id: "executive-search" }),
  route("services/mass-hiring", service, { id: "mass-hiring" }),
  route("services/rpo-solutions", service, { id: "rpo-solutions" }),
  route("services/ai-interviews", service, { id: "ai-interviews" }),
  route("services/background-verification", service, { id: "background-verification" }),
  route("industries", "routes/site/industries.tsx"),
  route("industries/information-technology", industry, { id: "information-technology" }),
  route("industries/banking-financial-services", industry, { id: "banking-financial-services" }),
  route("industries/healthcare-life-sciences", industry, { id: "healthcare-life-sciences" }),
  route("industries/manufacturing-engineering", industry, { id: "manufacturing-engineering" }),
  route("industries/retail-ecommerce", industry, { id: "retail-ecommerce" }),
  route("industries/logistics-supply-chain", industry, { id: "logistics-supply-chain" }),
  route("industries/hospitality-travel", industry, { id: "hospitality-travel" }),
  route("industries/education-training", industry, { id: "education-training" }),
  route("contact", "routes/site/contact.tsx"),
  route("careers", "routes/site/careers.tsx"),
  route("privacy-policy", "routes/site/privacy-policy.tsx"),
  route("terms-of-service", "routes/site/terms-of-service.tsx"),
  route("login", "routes/site/login.tsx"),
  route("consultation", "routes/site/consultation.tsx"),
  route("get-started", "routes/site/get-started.tsx"),
  route("client-auth", "routes/portal/client-auth.tsx"),
  route("client-dashboard", "routes/portal/client-dashboard.tsx"),
  route("submit-requirement", "routes/portal/submit-requirement.tsx"),
  route("team", "routes/team/inbox.tsx"),
  route("team/inbox/several", "routes/team/several.tsx"),
  route("team/inbox/:id", "routes/team/item.tsx"),
  route("hire-talent", "routes/site/hire-talent.tsx"),
  route("demo", "routes/site/demo.ts"),
  route("trial", "routes/site/trial.ts"),
  route("invitation", "routes/portal/invitation.tsx"),
  route("team/people", "routes/team/people.tsx"),
  route("team/people/:id/remove", "routes/team/person-removal.tsx"),
  route("team/activity", "routes/team/activity.tsx"),
  route("sitemap.xml", "routes/site/sitemap.ts"),
  route("robots.txt", "routes/site/robots.ts"),
  route("*", "routes/site/not-found.tsx"),
] satisfies RouteConfig;
