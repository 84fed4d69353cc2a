# Loupe for one person (or one team that trusts each other): docs/hosting.md says what stands before it.
FROM node:22-slim AS build
WORKDIR /loupe
COPY package.json package-lock.json ./
RUN npm ci
COPY . .
RUN npm run build

FROM node:22-slim
WORKDIR /loupe
COPY --from=build /loupe/package.json ./
COPY --from=build /loupe/dist ./dist
USER node
EXPOSE 4664
# Published on another port, it is told the name that browsers use: --allow-host localhost:8080.
ENTRYPOINT ["node", "dist/loupe.js", "--host", "0.0.0.0", "--port", "4664", "--no-open"]
